import type { ProductReply } from '#catalogue/endpoints.ts'
import type { Locale } from '#shared/locale.ts'
import type { NavigationLink } from './navigation.ts'
import { brandMenuIn } from '#shared/brand-menu.ts'
import { footerColumns, productLinks } from './navigation.ts'

const known = (products: readonly ProductReply[], locale: Locale): readonly NavigationLink[] => [
  ...productLinks(products, locale),
  ...brandMenuIn(locale).panels.flatMap(({ links }) => links),
  ...footerColumns(products, locale).flatMap(({ links }) => links),
  ...brandMenuIn(locale).legal,
]

/** Each page once, under the first name it has; never one behind a sign-in. */
const pagesOf = (products: readonly ProductReply[], locale: Locale): readonly NavigationLink[] => [
  ...new Map(
    known(products, locale)
      .filter(({ href }) => !href.startsWith('/account'))
      .toReversed()
      .map((link) => [link.href, link]),
  ).values(),
]

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)

/** The edit distance of two words. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (const [column, other] of to.split('').entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? from.length
}

/** From 0 to 1: how similar the closest word is; a third of its letters may be wrong. */
const similarity = (requestedWords: string, words: readonly string[]): number =>
  Math.max(
    0,
    ...words.map((word) => {
      const share = 1 - distance(requestedWords, word) / Math.max(requestedWords.length, word.length)
      return share > 0.66 ? share : 0
    }),
  )

const maxPages = 3

/** Pages that somebody may have meant by a URL that does not exist, likeliest first. */
export const likelyPages = (
  path: string,
  products: readonly ProductReply[],
  locale: Locale,
): readonly NavigationLink[] => {
  const requestedWords = splitWords(path.slice(0, 200)).slice(0, 8)
  return (
    pagesOf(products, locale)
      .map((page) => {
        const words = [...splitWords(page.href), ...splitWords(page.label)]
        return { page, score: requestedWords.reduce((sum, word) => sum + similarity(word, words), 0) }
      })
      .filter(({ score }) => score > 0)
      // Of equals the shorter address: it is the more general page.
      .toSorted((a, b) => b.score - a.score || a.page.href.length - b.page.href.length)
      .slice(0, maxPages)
      .map(({ page: { label, href } }) => ({ label, href }))
  )
}
