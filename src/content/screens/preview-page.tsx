import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import type { PageOptions, ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { typedPage } from '#web/request/typed-page.ts'
import type { TypedPage } from '#web/request/typed-page.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { PageHead } from '#ui/page-head.tsx'
import { listArticles, readContentPage } from '../endpoints.ts'
import type { ContentPage } from '../rules/content-page.ts'
import { partMark } from '../rules/part-mark.ts'
import { ContentSections } from './content-sections.tsx'
import { MarkedParts } from './marked-parts.tsx'
import styles from './preview-page.module.css'

/** The desk shows drafts in a frame. */
export const handle = { isFramedByOwnPages: true } satisfies PageOptions

const readPreviewed = async (call: ShopContext['call'], query: URLSearchParams): Promise<TypedPage> => {
  const slug = query.get('page') ?? ''
  const { page } = await call(readContentPage, { slug, preview: query.get('key') ?? '' })
  return { shown: page, problems: [] }
}

/** The page with anchors by which the desk finds its parts. */
const withMarks = (page: ContentPage): ContentPage => ({
  ...page,
  sections: page.sections.map((section, at) =>
    'tone' in section ? { ...section, anchor: partMark(at) } : section,
  ),
})

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const typed = context.get(typedPage)
  const [{ shown, problems }, plans, { articles }] = await Promise.all([
    typed ?? readPreviewed(call, url.searchParams),
    call(listPlans, {}),
    call(listArticles, {}),
  ])
  const isFramed = url.searchParams.has('frame')
  return {
    page: shown && isFramed ? withMarks(shown) : shown,
    problems,
    isTyped: typed !== null,
    isFramed,
    articles,
    plans: Object.fromEntries(plans.map((plan) => [plan.code, plan])),
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

const stateOf = ({ page, isTyped }: Loaded): string => {
  if (page === null) return 'What is typed cannot be shown yet:'
  if (isTyped) return 'As it is typed. It is not saved yet.'
  return page.draft || !page.publishedOn
    ? 'Draft, no publication date yet.'
    : `Public from ${longDate(page.publishedOn)}.`
}

/** A page before everybody sees it, for those who have its link. */
const PreviewPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const { page, problems, isFramed, plans, articles } = loaded
  return (
    <>
      <PageHead title={`Preview: ${page?.title ?? ''} | ${brand.name}`} unlisted />
      <div className={styles.note}>
        <p>{stateOf(loaded)}</p>
        {problems.length > 0 ? (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {page === null ? null : (
        <MarkedParts value={isFramed}>
          <ContentSections page={page} plans={plans} articles={articles} />
        </MarkedParts>
      )}
    </>
  )
}

export default PreviewPage
