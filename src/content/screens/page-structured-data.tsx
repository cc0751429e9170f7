import { use } from 'react'
import { shippingFees } from '#pricing/rules/shipping-fee.ts'
import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { isPictureName, pictureFile } from '#ui/picture.tsx'
import { formatPrice } from '#shared/money.ts'
import { useLocale } from '#ui/locale-context.ts'
import { StructuredData } from '#ui/structured-data.tsx'
import type { ContentPage } from '../rules/content-page.ts'
import { priceIn } from '../rules/inline-text.ts'
import { pageQuestions } from '../rules/page-questions.ts'
import type { PlanPrices } from './inline-text.tsx'

type StructuredDataPage = Pick<
  ContentPage,
  'path' | 'title' | 'description' | 'article' | 'publishedOn' | 'updatedOn' | 'sections'
>

/** The parent pages, for the breadcrumb trail of search engines. */
const parents: Readonly<Record<string, string>> = { cultured: 'Cultured', reference: 'Reference' }

const organization = (url: string) => ({
  '@type': 'Organization',
  '@id': `${url}/#organization`,
  name: brand.name,
  url,
  logo: `${url}/icon-512.png`,
  email: brand.supportEmail,
  sameAs: brand.social.map(({ href }) => href),
})

const breadcrumbs = (url: string, { path, title }: StructuredDataPage) => {
  const [, parent = ''] = path.split('/')
  const name = path.split('/').length > 2 ? ownValue(parents, parent) : undefined
  const steps = [
    { name: brand.name, item: url },
    ...(name ? [{ name, item: `${url}/${parent}` }] : []),
    { name: title, item: `${url}${path}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  }
}

/** The shop, in the role in which it wrote the article (schema.org/Role). */
const authorData = (url: string, role: string | undefined) => {
  const author = { '@id': `${url}/#organization`, '@type': 'Organization', name: brand.name }
  return role === undefined ? author : { '@type': 'Role', roleName: role, author }
}

const articleData = (
  url: string,
  { path, title, description, article, publishedOn, updatedOn }: StructuredDataPage,
) => ({
  '@type': 'Article',
  headline: title,
  description,
  datePublished: publishedOn,
  dateModified: updatedOn,
  mainEntityOfPage: `${url}${path}`,
  image:
    article && isPictureName(article.picture.name) ? `${url}${pictureFile(article.picture.name)}` : undefined,
  author: authorData(url, article?.author),
  publisher: { '@id': `${url}/#organization`, '@type': 'Organization', name: brand.name },
})

interface PageStructuredDataProps {
  readonly page: StructuredDataPage
  readonly plans: PlanPrices
}

/** The questions of a page with their answers; nothing for a page that asks none. */
const Questions = ({ page, plans }: PageStructuredDataProps) => {
  const { currency } = use(SiteContext)
  const locale = useLocale()
  const questions = pageQuestions(page, {
    locale,
    amount: (piece) => {
      if (piece.kind === 'shipping') return formatPrice(shippingFees(currency)[piece.fee], currency, locale)
      const plan = ownValue(plans, piece.plan)
      return plan ? formatPrice(priceIn(plan, piece.per), plan.currency, locale) : ''
    },
  })
  if (questions.length === 0) return null
  return (
    <StructuredData
      facts={{
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      }}
    />
  )
}

/** What a page says about itself to search engines: the organization on the home page, elsewhere the parent pages. */
export const PageStructuredData = ({ page, plans }: PageStructuredDataProps) => {
  const { url } = use(SiteContext)
  if (url === null) return null
  if (page.path === '/') return <StructuredData facts={organization(url)} />
  return (
    <>
      <StructuredData facts={breadcrumbs(url, page)} />
      {page.article ? <StructuredData facts={articleData(url, page)} /> : null}
      <Questions page={page} plans={plans} />
    </>
  )
}
