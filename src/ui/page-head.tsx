import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import { socialCardPath } from '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'
import { localAddress } from '#shared/locale-path.ts'
import { defaultLocale, formatsOf, shopLocales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { useLocale } from './locale-context.ts'

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
  /** The languages that the page exists in: by default all of the shop. */
  readonly languages?: readonly Locale[]
}

const shopLanguages: readonly Locale[] = shopLocales.map(({ code }) => code)

interface AlternatesProps {
  readonly url: string
  readonly path: string
  readonly languages: readonly Locale[]
}

/** The same page in each language, for search engines. */
const Alternates = ({ url, path, languages }: AlternatesProps) =>
  languages.length < 2
    ? null
    : [...languages.map((code) => [code, code] as const), ['x-default', defaultLocale] as const].map(
        ([name, code]) => (
          <link key={name} rel="alternate" hrefLang={name} href={`${url}${localAddress(path, code)}`} />
        ),
      )

/** `/` → `home`, `/reference/syn-wk` → `reference-syn-wk`: the name of a page's social picture. */
const cardName = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home'

const Shared = ({ title, description, kind, languages = shopLanguages }: Omit<PageHeadProps, 'unlisted'>) => {
  const locale = useLocale()
  const { name, url } = use(SiteContext)
  const path = useLocation().pathname.replace(/(?<=.)\/$/, '')
  if (url === null) return null
  // A page that is not translated shows the first language, and is the same page.
  const shown = languages.includes(locale) ? locale : defaultLocale
  const address = `${url}${localAddress(path, shown)}`
  return (
    <>
      <link rel="canonical" href={address} />
      <Alternates url={url} path={path} languages={languages} />
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={kind ?? 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={address} />
      {shown === defaultLocale ? null : (
        <meta property="og:locale" content={formatsOf(shown).replace('-', '_')} />
      )}
      {description ? <meta property="og:description" content={description} /> : null}
      <meta
        property="og:image"
        content={`${url}${brand.hasMark ? socialCardPath : `/social/${cardName(path)}.jpg`}`}
      />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Title, description and the preview of a shared link; React puts them into the head. */
export const PageHead = ({ title, description, unlisted, kind, languages }: PageHeadProps) => (
  <>
    <title>{title}</title>
    {description ? <meta name="description" content={description} /> : null}
    {unlisted ? (
      <meta name="robots" content="noindex" />
    ) : (
      <Shared title={title} description={description} kind={kind} languages={languages} />
    )}
  </>
)
