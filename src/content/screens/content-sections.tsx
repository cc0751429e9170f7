import { longDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import type { listArticles, readContentPage } from '../endpoints.ts'
import type { ContentPage } from '../rules/content-page.ts'
import styles from './article-list.module.css'
import { Section } from './content-section.tsx'
import type { PlanPrices } from './inline-text.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

/** The date and reading time of an article, next to its text. */
const Byline = ({ page }: { readonly page: Pick<ContentPage, 'article' | 'publishedOn'> }) => {
  const t = useMessages(sectionsMessages)
  const locale = useLocale()
  return page.article && page.publishedOn ? (
    <p className={classNames(layout.first4, styles.byline)}>
      <a href="/cultured">Cultured</a>
      <time dateTime={page.publishedOn}>{longDate(page.publishedOn, locale)}</time>
      <span>{t('minutes', { count: page.article.minutes })}</span>
      {page.article.author ? <span>{t('writtenBy', { name: page.article.author })}</span> : null}
      {page.article.reviewer ? <span>{t('reviewedBy', { name: page.article.reviewer })}</span> : null}
    </p>
  ) : null
}

interface ContentSectionsProps {
  readonly page: ReplyOf<typeof readContentPage>['page']
  readonly plans: PlanPrices
  readonly articles: ReplyOf<typeof listArticles>['articles']
}

/** Whether a page's first view shows a picture of the section under its title: it is loaded at once. */
const loadsPictureEagerly = (page: ContentSectionsProps['page'], at: number): boolean => {
  const [first] = page.sections
  return at === 1 && first?.kind === 'title' && !first.picture
}

/** A page's sections, one under the other. */
export const ContentSections = ({ page, plans, articles }: ContentSectionsProps) =>
  page.sections.map((section, at) => (
    <Section
      key={`${at}-${section.kind}`}
      section={section}
      plans={plans}
      articles={articles}
      byline={<Byline page={page} />}
      eagerPicture={loadsPictureEagerly(page, at)}
    />
  ))
