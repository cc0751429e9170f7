// First of all: the order of the layers is decided by who names them first.
import './styles/tokens.css'
import './styles/base.css'
import { use } from 'react'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs, MiddlewareFunction } from 'react-router'
import { Links, Outlet, useRouteError, useRouteLoaderData } from 'react-router'
import type { BannerImpersonation } from '#agent/screens/agent-banner.tsx'
import { listCatalogueTexts, listPlans, listProducts, viewCurrencies } from '#catalogue/endpoints.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { viewConsent } from '#consent/endpoints.ts'
import { viewExperiments } from '#experiment/endpoints.ts'
import { FlagsElement } from '#experiment/screens/flags-element.tsx'
import { isQuizAudience } from '#survey/rules/quiz-audience.ts'
import { hasWithdrawalRight } from '#location/rules/countries.ts'
import { hasLoyalty } from '#loyalty/rules/points.ts'
import { colorSheetPath } from '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'
import { localePrefix } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from '#ui/locale-context.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { patternOf } from './rendering/page-pattern.ts'
import { pageRun } from './rendering/page-run.ts'
import { manifestPath } from './site-files/manifest.ts'
import { feedPath } from './site-files/xml-files.ts'
import { RenderingContext } from './request/render-context.ts'
import { beforePaint } from './shell/before-paint.ts'
import { firstFonts } from './shell/first-fonts.ts'
import { FailedPage } from './shell/failed-page.tsx'
import { Shell } from './shell/shell.tsx'
import { shopContext } from './request/shop-context.ts'
import type { ShopContext } from './request/shop-context.ts'
import shellScript from './shell/browser/shell-script.ts?worker&url'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { CatalogueTextsContext } from '#catalogue/screens/parts/catalogue-texts.ts'

/** A request that the server refused is not shown to any loader. */
const refuse: MiddlewareFunction<Response> = ({ context }, next) => {
  const { refusal } = context.get(pageRun)
  if (refusal) throw refusal
  return next()
}

/** Says which screen answers, for logs and counts. */
const notePattern: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  context.get(pageRun).pattern = patternOf([{ route: { path: pattern } }])
  return next()
}

export const middleware = [notePattern, refuse]

/** The text of the impersonation banner; null for everybody else. */
const impersonationOf = (actor: ShopContext['actor']): BannerImpersonation | null => {
  if (actor.kind !== 'agent') return null
  const { by, agentName: agent, email, memberName, mayWrite, endsAt } = actor
  const isOfStaff = by.kind === 'staff'
  const member = (isOfStaff && memberName) || email
  return { agent, member, isOfStaff, mayWrite, endsAt: endsAt.toString() }
}

/** What the shell around every page shows. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor, country, region, publicUrl, locale, experiments } = context.get(shopContext)
  const [plans, products, { currency, currencies }, consent, shown, catalogueTexts] = await Promise.all([
    call(listPlans, {}),
    call(listProducts, {}),
    call(viewCurrencies, {}),
    call(viewConsent, {}),
    experiments ?? call(viewExperiments, {}),
    locale === defaultLocale ? {} : call(listCatalogueTexts, { language: locale }),
  ])
  const email = actor.kind === 'visitor' || actor.kind === 'partner' ? null : actor.email
  return {
    publicUrl,
    products,
    catalogueTexts,
    impersonation: impersonationOf(actor),
    member: email === null ? null : { email },
    quizAudience: isQuizAudience(region, email),
    mayWithdraw: hasWithdrawalRight(country),
    currency,
    currencies,
    consent: consent.status,
    flags: shown.flags,
    forDevelopers: shown.choices !== null,
    // A visitor's come from a cookie, and visitors' pages are the same for all.
    experiments: actor.kind === 'visitor' ? shown.settled : shown.experiments,
    runningExperiments: shown.running,
    openChoices: shown.open,
    prices: Object.fromEntries(plans.map((plan) => [plan.code, plan.price])),
  }
}

const Head = () => (
  <head>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <script>{beforePaint}</script>
    {firstFonts.map((font) => (
      <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
    ))}
    <meta name="theme-color" content="#f4f5f1" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#15120e" media="(prefers-color-scheme: dark)" />
    <link rel="manifest" href={manifestPath(useLocale())} />
    <link rel="alternate" href={feedPath} type="application/rss+xml" title="Cultured" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    {/* The browser's React knows no nonce, and Vite's style sheet needs none. */}
    <Links nonce={import.meta.env.DEV ? '' : undefined} />
    {brand.colors ? <link rel="stylesheet" href={colorSheetPath} /> : null}
    {/* What it does can wait; the styles, fonts and the first picture cannot. */}
    <script type="module" src={shellScript} fetchPriority="low" />
  </head>
)

/** Shows changed sources in an open page. */
const RefreshInDevelopment = () =>
  import.meta.env.DEV ? <script type="module" src="/src/app/development/refresh-page.ts" /> : null

/** What every page knows of the site; a shell that broke has no facts and shows every link. */
const siteFor = (facts: ReturnType<typeof useRouteLoaderData<typeof loader>>) => ({
  name: brand.name,
  url: facts?.publicUrl ?? null,
  hasLoyalty: hasLoyalty(facts?.experiments ?? {}),
  mayWithdraw: facts?.mayWithdraw ?? true,
  currency: facts?.currency ?? defaultCurrency,
  currencies: facts?.currencies ?? [defaultCurrency],
})

/** What scripts and style sheets read of the page: `data-member` is on those made for a member. */
const marksOf = (
  locale: Locale,
  facts: ReturnType<typeof useRouteLoaderData<typeof loader>>,
  { hasLoyalty: showsLoyalty }: ReturnType<typeof siteFor>,
) => ({
  'data-prefix': localePrefix(locale) || undefined,
  'data-loyalty': showsLoyalty ? undefined : 'hidden',
  'data-member': facts?.member ? '' : undefined,
})

export const Layout = ({ children }: { readonly children: ReactNode }) => {
  const { failure, products } = use(RenderingContext)
  const rootData = useRouteLoaderData<typeof loader>('root')
  const site = siteFor(rootData)
  const locale = useLocale()
  // A shell that crashed in the browser, where the server knew of no failure; pages fail in their layouts.
  const crashed = Boolean(useRouteError())
  return (
    <html lang={locale} {...marksOf(locale, rootData, site)}>
      <Head />
      <body>
        <SiteContext value={site}>
          <ProductsContext value={rootData?.products ?? products}>
            <CatalogueTextsContext value={rootData?.catalogueTexts ?? {}}>
              <Shell
                member={rootData?.member ?? null}
                impersonation={rootData?.impersonation ?? null}
                quizAudience={rootData?.quizAudience ?? false}
                consent={rootData?.consent ?? 'decided'}
                prices={rootData?.prices ?? {}}
                failed={failure ?? (crashed ? { isOfShell: true, status: 500 } : null)}
              >
                {children}
              </Shell>
            </CatalogueTextsContext>
          </ProductsContext>
        </SiteContext>
        <FlagsElement
          flags={rootData?.flags ?? {}}
          experiments={rootData?.experiments ?? {}}
          running={rootData?.runningExperiments ?? []}
          open={rootData?.openChoices ?? null}
          forDevelopers={rootData?.forDevelopers ?? false}
        />
        <RefreshInDevelopment />
      </body>
    </html>
  )
}

const Page = () => <Outlet />

export default Page

/** What fails outside of the layouts ends here: the shell itself, and requests refused before any page (spec §2). */
export const ErrorBoundary = () => <FailedPage />
