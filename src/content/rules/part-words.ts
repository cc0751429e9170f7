import type { PageDocument } from './page-set.ts'
import { isDocument } from './page-set.ts'

const kindWords: ReadonlyMap<string, string> = new Map([
  ['title', 'Title'],
  ['articles', 'List of articles'],
  ['text', 'Text'],
  ['hero', 'First view'],
  ['products', 'Products'],
  ['sustainability', 'Kit and refill'],
  ['company', 'Company'],
  ['reviews', 'Reviews'],
  ['layers', 'Layers'],
  ['paragraph', 'Paragraph'],
  ['heading', 'Heading'],
  ['button', 'Buttons'],
  ['accordion', 'Accordion'],
  ['poster', 'Picture'],
  ['slider', 'Pictures in a row'],
  ['small-print', 'Small print'],
  ['table', 'Table'],
  ['list', 'List'],
  ['rows', 'Rows of links'],
  ['facts', 'Facts'],
  ['diagram', 'Diagram'],
  ['disclaimer', 'Disclaimer'],
  ['supplement-facts', 'Supplement Facts'],
  ['section', 'Part with a heading'],
  ['picture', 'Picture'],
  ['product', 'Product'],
  ['quotation', 'Quotation'],
  ['divider', 'Divider'],
])

/** `small-print` → `Small print`. */
export const kindWord = (kind: unknown): string => kindWords.get(String(kind)) ?? String(kind)

const fieldWords: ReadonlyMap<string, string> = new Map([
  ['alt', 'Description of the picture'],
  ['name', 'Name'],
  ['href', 'Address'],
  ['preheader', 'Preview text'],
  ['claim', 'Says what a product does to the body (a claim)'],
  ['look', 'Look'],
  ['tone', 'Background'],
  ['numbered', 'With a number'],
  ['anchor', 'Name for links to it'],
  ['publishedOn', 'Published on'],
  ['updatedOn', 'Changed on (publishing sets it)'],
  ['effectiveOn', 'Applies from'],
  ['draft', 'Hidden from everyone without its preview link'],
  ['unlisted', 'Left out of search engines and the site map'],
  ['minutes', 'Minutes to read'],
  ['narrowPicture', 'Picture for narrow screens'],
  ['dailyValuePercent', 'Percent of the Daily Value'],
  ['amount', 'Amount, with its unit'],
  ['most', 'At most so many'],
  ['open', 'Open at first'],
  ['end', 'At the right edge'],
  ['chosen', 'Selected at first (0 is the first)'],
])

/** `servingSize` → `Serving size`. */
export const fieldWord = (name: string): string => {
  const known = fieldWords.get(name)
  if (known !== undefined) return known
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const wordsShown = 60

const shortened = (text: string): string => {
  const plain = text.replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replaceAll('*', '')
  return plain.length <= wordsShown ? plain : `${plain.slice(0, wordsShown).trimEnd()}…`
}

/** The first words of what a section or block says; empty when it says nothing yet. */
export const firstWords = (value: PageDocument): string => {
  for (const key of ['heading', 'title', 'label', 'text', 'name'] as const)
    if (typeof value[key] === 'string' && value[key] !== '') return shortened(value[key])
  const { items, actions, picture } = value
  for (const list of [items, actions]) {
    const first: unknown = Array.isArray(list) ? list[0] : undefined
    if (typeof first === 'string') return shortened(first)
    if (isDocument(first)) return firstWords(first)
  }
  return isDocument(picture) && typeof picture['alt'] === 'string' ? shortened(picture['alt']) : ''
}

const isPlace = (key: PropertyKey | undefined): key is number => typeof key === 'number'

/** Where a text of a page is, for people: `Text 3, Paragraph 2: Text`. */
export const placeWords = (document: unknown, path: readonly PropertyKey[]): string => {
  const words: string[] = []
  let value: unknown = document
  for (const [at, key] of path.entries()) {
    const inner: unknown = isDocument(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined
    if (isPlace(key)) {
      const list = String(path[at - 1] ?? '')
      const kind = isDocument(inner) ? inner['kind'] : undefined
      words.push(`${kind === undefined ? fieldWord(list) : kindWord(kind)} ${key + 1}`)
    } else if (!isPlace(path[at + 1])) words.push(fieldWord(String(key)))
    value = inner
  }
  return words.join(', ')
}

/** A field of a form by its path, for people: `blocks.1.text` → `Blocks, 2, Text`. */
export const fieldPlace = (path: string): string =>
  path
    .split('.')
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : fieldWord(name)))
    .join(', ')
