import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import type { PageOptions } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { PageHead } from '#ui/page-head.tsx'
import { listArticles, listPageLanguages, readContentPage } from '../endpoints.ts'
import { ContentSections } from './content-sections.tsx'
import { InPageLanguage } from './in-page-language.tsx'
import { PageStructuredData } from './page-structured-data.tsx'

export const handle = { sameForVisitors: true } satisfies PageOptions

const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const path = withoutTrailingSlash(url.pathname)
  const { page } = await call(readContentPage, { path })
  const { languages } = await call(listPageLanguages, { path })
  const plans = await call(listPlans, {})
  const { articles } = page.sections.some(({ kind }) => kind === 'articles')
    ? await call(listArticles, {})
    : { articles: [] }
  return {
    path,
    page,
    articles,
    languages,
    plans: Object.fromEntries(plans.map((plan) => [plan.code, plan])),
  }
}

/** Any published content page, at its own address (ruling 3). */
const ContentPageScreen = () => {
  const { path, page, articles, languages, plans } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={path === '/' ? `${brand.name}: ${page.title}` : `${page.title} | ${brand.name}`}
        description={page.description}
        unlisted={page.unlisted}
        kind={page.article ? 'article' : 'website'}
        languages={languages}
      />
      {page.unlisted ? null : <PageStructuredData page={page} plans={plans} />}
      <InPageLanguage languages={languages}>
        <ContentSections page={page} plans={plans} articles={articles} />
      </InPageLanguage>
    </>
  )
}

export default ContentPageScreen
