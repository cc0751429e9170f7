import type { ProductReply } from '#catalogue/endpoints.ts'
import { nameParts } from '#catalogue/rules/product.ts'
import { brandMenuIn } from '#shared/brand-menu.ts'
import type { MenuLink } from '#shared/brand-menu.ts'
import type { Locale } from '#shared/locale.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import type { ShellTexts } from '../messages/shell-messages.ts'

export type NavigationLink = MenuLink

/** The page of all refills. */
export const refillsPath = '/refills'

export interface ProductLink extends NavigationLink {
  readonly code: string
  readonly who: string
  /** Whether the catalogue says whom it is for; the shop itself does where not. */
  readonly isOfCatalogue: boolean
  /** The plan whose price is next to it; null without one. */
  readonly plan: string | null
}

const refillLink = (t: ShellTexts): ProductLink => ({
  code: t('refill'),
  label: t('refillsForJar'),
  who: t('refillAll'),
  isOfCatalogue: false,
  href: refillsPath,
  plan: null,
})

const pathOf = (page: string): `/${string}` => `/${page.replace(/^\//, '')}`

/** What the shop menus lead to: the products in the order of the catalogue, then refills. */
export const productLinks = (products: readonly ProductReply[], locale: Locale): readonly ProductLink[] => [
  ...products.map(({ name, audience, page, plan }) => {
    const { code, name: label } = nameParts(name)
    return { code, label, who: audience, isOfCatalogue: true, href: pathOf(page), plan }
  }),
  ...(brandMenuIn(locale).shop.some(({ href }) => href === refillsPath)
    ? [refillLink(shellMessages.in(locale))]
    : []),
]

export const referLinkPath = '/account/refer'

/** The account menu of a member (spec §2); sign-out is a form next to it. */
export const memberLinks = (t: ShellTexts): readonly NavigationLink[] => [
  { label: t('home'), href: '/account/home' },
  { label: t('subscriptions'), href: '/account/subscriptions' },
  { label: t('orderHistory'), href: '/account/orders' },
  { label: t('settings'), href: '/account' },
  { label: t('refer'), href: referLinkPath },
]

/** Links without those to the refer-a-friend program. */
export const withoutRefer = <L extends { readonly href: string }>(links: readonly L[]): readonly L[] =>
  links.filter(({ href }) => !href.startsWith('/account/refer'))

/** Where the earn link of the header leads (spec §6). */
export const referPath = '/account/refer?traffic_source=nav_earn'

export const signOutPath = '/sign-out'

interface FooterColumn {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

export const footerColumns = (products: readonly ProductReply[], locale: Locale): readonly FooterColumn[] => [
  {
    title: shellMessages.in(locale)('shop'),
    links: [
      ...products.map(({ shortName, page }) => ({ label: shortName, href: pathOf(page) })),
      ...brandMenuIn(locale).shop,
    ],
  },
  ...brandMenuIn(locale).columns,
]

/** Only where the law knows it; everybody has returns. */
export const withdrawalLink = (t: ShellTexts): NavigationLink => ({ label: t('withdraw'), href: '/withdraw' })

export const quizPath = '/is-ds01-right-for-you'
