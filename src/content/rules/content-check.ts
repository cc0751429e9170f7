import { inlinePieces } from './inline-text.ts'
import type { ContentPage } from './content-page.ts'
import { isRecord } from '#shared/is-record.ts'

/** What is wrong with a page, and where in it. */
export interface ContentFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Words that claim an effect on the body: the block must be marked as a claim. */
const claimWords =
  /\b(supports?|supporting|promotes?|maintains?|strengthens?|improves?|relieves?|regulates?|balances?|studied for|designed to support)\b/i

/** Words that no page may use (brand voice). */
const forbiddenWords = /\b(cures?|detox\w*|boosts?|boosting|clinically proven|miracles?)\b/i

/** What a sentence says that is not allowed outside of a marked claim; null for nothing. */
export const unmarkedWords = (text: string): 'claim' | 'promise' | null => {
  if (forbiddenWords.test(text)) return 'promise'
  return claimWords.test(text) ? 'claim' : null
}

const disclaimerAddress = '#disclaimer'

interface TextAt {
  readonly path: readonly PropertyKey[]
  readonly text: string
}

/** Fields that are names of things, not sentences. */
const nonTextKeys = new Set([
  'kind',
  'name',
  'href',
  'slug',
  'path',
  'anchor',
  'look',
  'tone',
  'plan',
  'plans',
  'product',
  'alt',
])

const textsIn = (value: unknown, path: readonly PropertyKey[]): TextAt[] => {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((entry: unknown, at) => textsIn(entry, [...path, at]))
  if (!isRecord(value)) return []
  return Object.entries(value)
    .filter(
      ([key]) =>
        !nonTextKeys.has(key) || (key === 'name' && typeof value[key] === 'string' && 'summary' in value),
    )
    .flatMap(([key, entry]) => textsIn(entry, [...path, key]))
}

const linksToDisclaimer = (texts: readonly TextAt[]): boolean =>
  texts.some(({ text }) =>
    inlinePieces(text).some((piece) => piece.kind === 'link' && piece.href === disclaimerAddress),
  )

/** Own texts of an object: those not inside a deeper object that answers for its own claims. */
const ownTexts = (value: Record<string, unknown>, path: readonly PropertyKey[]): TextAt[] =>
  Object.entries(value)
    .filter(([key]) => !nonTextKeys.has(key))
    .flatMap(([key, entry]) => {
      const hasOwnClaims =
        Array.isArray(entry) && entry.some((part: unknown) => isRecord(part) && 'claim' in part)
      return hasOwnClaims ? [] : textsIn(entry, [...path, key])
    })

const claimFaults = (value: unknown, path: readonly PropertyKey[]): ContentFault[] => {
  if (Array.isArray(value)) return value.flatMap((entry: unknown, at) => claimFaults(entry, [...path, at]))
  if (!isRecord(value)) return []
  const nestedFaults = Object.entries(value).flatMap(([key, entry]) => claimFaults(entry, [...path, key]))
  if (!('claim' in value)) return nestedFaults
  const texts = ownTexts(value, path)
  if (value['claim'] === true) {
    return linksToDisclaimer(texts)
      ? nestedFaults
      : [{ path, message: `a claim must link to ${disclaimerAddress}` }, ...nestedFaults]
  }
  const unmarkedClaim = texts.find(({ text }) => claimWords.test(text))
  return unmarkedClaim
    ? [
        {
          path: unmarkedClaim.path,
          message: 'this says what the product does: mark the block with "claim": true',
        },
        ...nestedFaults,
      ]
    : nestedFaults
}

const hasClaim = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasClaim)
  return isRecord(value) && (value['claim'] === true || Object.values(value).some(hasClaim))
}

const hasDisclaimer = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasDisclaimer)
  return isRecord(value) && (value['kind'] === 'disclaimer' || Object.values(value).some(hasDisclaimer))
}

/**
 * The content check (ruling 8): a block that makes a claim is marked and links to the disclaimer, a page with a claim
 * has the disclaimer, and nothing is promised that cannot be proved. Empty when the page may be published.
 */
export const contentFaults = (page: ContentPage): ContentFault[] => {
  const forbidden = textsIn(page, [])
    .filter(({ text }) => forbiddenWords.test(text))
    .map(({ path }) => ({ path, message: 'this promises what cannot be shown' }))
  const missing =
    hasClaim(page) && !hasDisclaimer(page.sections)
      ? [{ path: ['sections'], message: 'a page with a claim needs a disclaimer block' }]
      : []
  const undated =
    page.article && page.publishedOn === undefined
      ? [{ path: ['article'], message: 'an article needs the day it is published on' }]
      : []
  return [
    ...undated,
    ...claimFaults(page.product, ['product']),
    ...claimFaults(page.sections, ['sections']),
    ...forbidden,
    ...missing,
  ]
}
