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

/** The articles among the pages that everybody finds today, the newest first. */
export const publishedArticles = (pages: readonly ContentPage[], today: string): Article[] =>
  pages
    .filter((page) => isPublished(page, today))
    .flatMap(articleOf)
    .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn) || a.path.localeCompare(b.path))
