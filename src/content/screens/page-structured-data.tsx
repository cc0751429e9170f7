import { use } from 'react'
import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { isPictureName, pictureFile } from '#ui/picture.tsx'
import { StructuredData } from '#ui/structured-data.tsx'
import type { ContentPage } from '../rules/content-page.ts'

type StructuredDataPage = Pick<ContentPage, 'path' | 'title' | 'description' | 'article' | 'publishedOn'>

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
  { path, title, description, article, publishedOn }: StructuredDataPage,
) => ({
  '@type': 'Article',
  headline: title,
  description,
  datePublished: publishedOn,
  mainEntityOfPage: `${url}${path}`,
  image:
    article && isPictureName(article.picture.name) ? `${url}${pictureFile(article.picture.name)}` : undefined,
  author: authorData(url, article?.author),
  publisher: { '@id': `${url}/#organization`, '@type': 'Organization', name: brand.name },
})

/** What a page says about itself to search engines: the organization on the home page, elsewhere the parent pages. */
export const PageStructuredData = ({ page }: { readonly page: StructuredDataPage }) => {
  const { url } = use(SiteContext)
  if (url === null) return null
  if (page.path === '/') return <StructuredData facts={organization(url)} />
  return (
    <>
      <StructuredData facts={breadcrumbs(url, page)} />
      {page.article ? <StructuredData facts={articleData(url, page)} /> : null}
    </>
  )
}
