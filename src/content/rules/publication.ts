import { splitLocale } from '#shared/locale-path.ts'
import { defaultLocale, languages, pseudoLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { ContentPage } from './content-page.ts'

/** Whether everybody finds the page on this day of the shop's calendar. */
export const isPublished = (
  { draft, publishedOn }: Pick<ContentPage, 'draft' | 'publishedOn'>,
  today: string,
): boolean => !draft && (publishedOn === undefined || publishedOn <= today)

/** An article of the magazine, as lists and feeds show it. */
export interface Article {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly publishedOn: string
  readonly minutes: number
  readonly picture: { readonly name: string; readonly alt: string }
}

const articleOf = ({ path, title, description, publishedOn, article }: ContentPage): Article[] =>
  article && publishedOn ? [{ path, title, description, publishedOn, ...article }] : []

const allLocales: readonly Locale[] = [...languages, pseudoLocale]

/** Every article once, by its address without a prefix: in the language where it is translated, else in the first one. */
export const articlesIn = (locale: Locale, articles: readonly Article[]): Article[] => {
  const all = articles.map((article) => ({ article, ...splitLocale(article.path, allLocales) }))
  const translated = new Set(all.filter((one) => one.locale === locale).map(({ address }) => address))
  return all
    .filter((one) => one.locale === locale || (one.locale === defaultLocale && !translated.has(one.address)))
    .map(({ article, address }) => ({ ...article, path: address }))
}

/** The articles among the pages that everybody finds today, the newest first. */
export const publishedArticles = (pages: readonly ContentPage[], today: string): Article[] =>
  pages
    .filter((page) => isPublished(page, today))
    .flatMap(articleOf)
    .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn) || a.path.localeCompare(b.path))
