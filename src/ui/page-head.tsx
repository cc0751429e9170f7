import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

/** The shop's URL, for absolute URLs; `url` is null if it is unknown. */
export const SiteContext = createContext<{
  readonly name: string
  readonly url: string | null
  /** False for members outside of the refer-a-friend program, whose pages have no link to it (spec §1). */
  readonly hasLoyalty: boolean
  /** The law of the visitor's country knows the withdrawal from a contract. */
  readonly mayWithdraw: boolean
  /** What the visitor pays in, and what the shop sells in. */
  readonly currency: ShopCurrency
  readonly currencies: readonly ShopCurrency[]
}>({
  name: '',
  url: null,
  hasLoyalty: true,
  mayWithdraw: true,
  currency: defaultCurrency,
  currencies: [defaultCurrency],
})

interface PageHeadProps {
  readonly title: string
  readonly description?: string | undefined
  /** Pages behind a sign-in or a form have nothing to say to search engines. */
  readonly unlisted?: boolean
  /** The type of the page for previews of links. */
  readonly kind?: 'website' | 'article'
}

/** `/` → `home`, `/reference/syn-wk` → `reference-syn-wk`: the name of a page's social picture. */
const cardName = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home'

const Shared = ({ title, description, kind }: Pick<PageHeadProps, 'title' | 'description' | 'kind'>) => {
  const { name, url } = use(SiteContext)
  const path = useLocation().pathname.replace(/(?<=.)\/$/, '')
  if (url === null) return null
  return (
    <>
      <link rel="canonical" href={`${url}${path}`} />
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={kind ?? 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={`${url}${path}`} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:image" content={`${url}/social/${cardName(path)}.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Title, description and the preview of a shared link; React puts them into the head. */
export const PageHead = ({ title, description, unlisted, kind }: PageHeadProps) => (
  <>
    <title>{title}</title>
    {description ? <meta name="description" content={description} /> : null}
    {unlisted ? (
      <meta name="robots" content="noindex" />
    ) : (
      <Shared title={title} description={description} kind={kind} />
    )}
  </>
)
