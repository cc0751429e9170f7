import { inlinePieces } from './inline-text.ts'
import { isDocument } from './page-set.ts'

/** A text or a group of texts that says what a product does to the body. */
export interface PageClaim {
  readonly path: readonly PropertyKey[]
  /** Its own sentences, without parts that are claims or not for themselves. */
  readonly texts: readonly string[]
  readonly hasSource: boolean
}

const disclaimerAddress = '#disclaimer'

/** Fields that hold no sentence. */
const namesOfThings = new Set([
  'kind',
  'name',
  'href',
  'look',
  'tone',
  'anchor',
  'place',
  'product',
  'plan',
  'narrowPicture',
])

const sentencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(sentencesIn)
  if (!isDocument(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => (namesOfThings.has(key) ? [] : sentencesIn(entry)))
}

/** A list whose entries say for themselves whether they are claims. */
const answersForItself = (entry: unknown): boolean =>
  Array.isArray(entry) && entry.some((part) => isDocument(part) && 'claim' in part)

/** A source is a link to anything but the disclaimer: a study, a reference page, the list of sources. */
const hasSource = (texts: readonly string[]): boolean =>
  texts.some((text) =>
    inlinePieces(text).some((piece) => piece.kind === 'link' && piece.href !== disclaimerAddress),
  )

/** All claims of a page or of a part of it. */
const claimsIn = (value: unknown, path: readonly PropertyKey[] = []): PageClaim[] => {
  if (Array.isArray(value)) return value.flatMap((entry: unknown, at) => claimsIn(entry, [...path, at]))
  if (!isDocument(value)) return []
  const inner = Object.entries(value).flatMap(([key, entry]) => claimsIn(entry, [...path, key]))
  if (value['claim'] !== true) return inner
  const texts = Object.entries(value)
    .filter(([key, entry]) => !namesOfThings.has(key) && !answersForItself(entry))
    .flatMap(([, entry]) => sentencesIn(entry))
  return [{ path, texts, hasSource: hasSource(texts) }, ...inner]
}

const keyOf = ({ texts }: PageClaim): string => texts.join('\n')

/** The claims of a page that the one before did not make in these words. */
export const changedClaims = (before: unknown, after: unknown): PageClaim[] => {
  const said = new Set(claimsIn(before).map(keyOf))
  return claimsIn(after).filter((claim) => !said.has(keyOf(claim)))
}
