import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import type { ContentPage } from '../rules/content-page.ts'
import styles from './article-list.module.css'

/** The date and reading time of an article, next to its text. */
export const Byline = ({ page }: { readonly page: Pick<ContentPage, 'article' | 'publishedOn'> }) =>
  page.article && page.publishedOn ? (
    <p className={classNames(layout.first4, styles.byline)}>
      <a href="/cultured">Cultured</a>
      <time dateTime={page.publishedOn}>{longDate(page.publishedOn)}</time>
      <span>{page.article.minutes} minutes</span>
    </p>
  ) : null
