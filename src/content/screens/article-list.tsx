import { useLocation } from 'react-router'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Picture, isPictureName } from '#ui/picture.tsx'
import { PageSection } from '#ui/page-section.tsx'
import text from '#ui/text.module.css'
import type { ContentSection } from '../rules/content-page.ts'
import type { Article } from '../rules/publication.ts'
import styles from './article-list.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

interface ArticleListProps {
  readonly section: Extract<ContentSection, { readonly kind: 'articles' }>
  readonly articles: readonly Article[]
}

const ArticlePicture = ({ article, lead }: { readonly article: Article; readonly lead: boolean }) =>
  isPictureName(article.picture.name) ? (
    <span className={styles.picture}>
      <Picture
        name={article.picture.name}
        alt=""
        sizes={
          lead ? '(min-width: 1024px) 58vw, 100vw' : '(min-width: 1024px) 19vw, (min-width: 768px) 20vw, 31vw'
        }
        first={lead}
      />
    </span>
  ) : null

const Row = ({
  article,
  lead,
  level,
}: {
  readonly article: Article
  readonly lead: boolean
  readonly level: 2 | 3
}) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <li className={classNames(styles.row, lead && styles.lead)}>
      <a href={article.path}>
        <ArticlePicture article={article} lead={lead} />
        <div className={styles.text}>
          <Heading className={lead ? text.d2 : text.d3}>{article.title}</Heading>
          <span className={styles.about}>{article.description}</span>
          <span className={styles.date}>
            <time dateTime={article.publishedOn}>{longDate(article.publishedOn, useLocale())}</time>
            {useMessages(sectionsMessages)('minutes', { count: article.minutes })}
          </span>
        </div>
      </a>
    </li>
  )
}

/** Articles as rows with their pictures; without a heading of its own the list starts with a large one. */
export const ArticleList = ({ section, articles }: ArticleListProps) => {
  const { pathname } = useLocation()
  const shown = articles
    .filter(({ path }) => path !== pathname.replace(/(?<=.)\/$/, ''))
    .slice(0, section.most ?? articles.length)
  return (
    <PageSection
      tone={section.tone}
      numbered={section.numbered}
      anchor={section.anchor}
      className={section.heading ? styles.more : undefined}
      rail={false}
    >
      {section.heading ? <h2 className={styles.heading}>{section.heading}</h2> : null}
      <ul className={classNames(styles.list, section.heading && layout.gap6)}>
        {shown.map((article, at) => (
          <Row
            key={article.path}
            article={article}
            lead={!section.heading && at === 0}
            level={section.heading ? 3 : 2}
          />
        ))}
      </ul>
    </PageSection>
  )
}
