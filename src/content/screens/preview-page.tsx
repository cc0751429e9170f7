import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import type { PageOptions } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { PageHead } from '#ui/page-head.tsx'
import { listArticles, readContentPage } from '../endpoints.ts'
import { ContentSections } from './content-sections.tsx'
import styles from './preview-page.module.css'

/** The desk shows drafts in a frame. */
export const handle = { isFramedByOwnPages: true } satisfies PageOptions

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const slug = url.searchParams.get('page') ?? ''
  const preview = url.searchParams.get('key') ?? ''
  const [{ page }, plans, { articles }] = await Promise.all([
    call(readContentPage, { slug, preview }),
    call(listPlans, {}),
    call(listArticles, {}),
  ])
  return { page, articles, plans: Object.fromEntries(plans.map((plan) => [plan.code, plan])) }
}

/** A page before everybody sees it, for those who have its link. */
const PreviewPage = () => {
  const { page, articles, plans } = useLoaderData<typeof loader>()
  const day = page.publishedOn ? longDate(page.publishedOn) : null
  return (
    <>
      <PageHead title={`Preview: ${page.title} | ${brand.name}`} unlisted />
      <p className={styles.note}>
        {page.draft || day === null ? 'Draft, no publication date yet.' : `Public from ${day}.`}
      </p>
      <ContentSections page={page} plans={plans} articles={articles} />
    </>
  )
}

export default PreviewPage
