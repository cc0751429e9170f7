import type { ProductReply } from '#catalogue/endpoints.ts'
import { nameParts } from '#catalogue/rules/product.ts'
import { brandMenu } from '#shared/brand-menu.ts'
import type { MenuLink } from '#shared/brand-menu.ts'

export type NavigationLink = MenuLink

export interface ProductLink extends NavigationLink {
  readonly code: string
  readonly who: string
  /** The plan whose price is next to it; null without one. */
  readonly plan: string | null
}

const refillLink: ProductLink = {
  code: 'Refill',
  label: 'Refills for your jar',
  who: 'See all formulas',
  href: '/refills',
  plan: null,
}

const pathOf = (page: string): `/${string}` => `/${page.replace(/^\//, '')}`

/** What the shop menus lead to: the products in the order of the catalogue, then refills. */
export const productLinks = (products: readonly ProductReply[]): readonly ProductLink[] => [
  ...products.map(({ name, audience, page, plan }) => {
    const { code, name: label } = nameParts(name)
    return { code, label, who: audience, href: pathOf(page), plan }
  }),
  ...(brandMenu.shop.some(({ href }) => href === refillLink.href) ? [refillLink] : []),
]

/** The account menu of a member (spec §2); sign-out is a form next to it. */
export const memberLinks: readonly NavigationLink[] = [
  { label: 'Home', href: '/account/home' },
  { label: 'Subscriptions', href: '/account/subscriptions' },
  { label: 'Order History', href: '/account/orders' },
  { label: 'Settings', href: '/account' },
  { label: 'Refer', href: '/account/refer' },
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

export const footerColumns = (products: readonly ProductReply[]): readonly FooterColumn[] => [
  {
    title: 'Shop',
    links: [
      ...products.map(({ shortName, page }) => ({ label: shortName, href: pathOf(page) })),
      ...brandMenu.shop,
    ],
  },
  ...brandMenu.columns,
]

/** Only where the law knows it; everybody has returns. */
export const withdrawalLink: NavigationLink = { label: 'Withdraw from contract', href: '/withdraw' }

export const quizPath = '/is-ds01-right-for-you'
