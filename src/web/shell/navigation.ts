import type { ProductReply } from '#catalogue/endpoints.ts'
import { nameParts } from '#catalogue/rules/product.ts'
import { brand } from '#shared/brand.ts'
import type { PictureName } from '#ui/picture.tsx'

export interface NavigationLink {
  readonly label: string
  readonly href: `/${string}`
}

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
  refillLink,
]

export interface PanelLink extends NavigationLink {
  readonly note: string
}

interface Panel {
  readonly label: string
  readonly links: readonly PanelLink[]
  readonly picture: { readonly name: PictureName; readonly alt: string }
}

export const sciencePanel: Panel = {
  label: 'Science',
  links: [
    { label: 'Science', note: 'What’s known and what isn’t', href: '/science' },
    { label: 'How it works', note: 'From starter kit to refills', href: '/how-it-works' },
    { label: 'Microbiome', note: 'What lives in your gut', href: '/microbiome' },
    { label: 'Sustainability', note: 'One jar, then refills', href: '/sustainability' },
  ],
  picture: { name: 'capsule-macro', alt: '' },
}

export const culturedPanel: Panel = {
  label: 'Cultured',
  links: [
    { label: 'Cultured', note: 'Our journal', href: '/cultured' },
    {
      label: 'Why soil has layers',
      note: 'Sand, silt, clay and our name',
      href: '/cultured/why-soil-has-layers',
    },
    { label: 'Reading a probiotic label', note: 'Five things to check', href: '/cultured/reading-a-label' },
  ],
  picture: { name: 'microbiome', alt: '' },
}

export const shopAside: readonly NavigationLink[] = [
  { label: 'Which formula is right for you?', href: '/get-started' },
  { label: 'Send a gift', href: '/gift' },
  { label: 'Subscription terms', href: '/subscription-terms' },
  { label: 'Shipping + Billing', href: '/shipping-billing' },
  { label: 'International', href: '/entire-world' },
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
      { label: 'Refills', href: '/refills' },
      { label: 'Send a gift', href: '/gift' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'My Account', href: '/account/subscriptions' },
      { label: 'Help', href: '/contact#help' },
      { label: 'Contact', href: '/contact' },
      { label: 'Shipping + Billing', href: '/shipping-billing' },
      { label: 'International', href: '/entire-world' },
      { label: 'Returns', href: '/return' },
      { label: 'Subscription terms', href: '/subscription-terms' },
      { label: 'Refer a Friend', href: '/account/refer?traffic_source=footer_referafriend' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'Science', href: '/science' },
      { label: 'Sustainability', href: '/sustainability' },
      { label: 'How it works', href: '/how-it-works' },
      { label: 'Cultured', href: '/cultured' },
      { label: 'Practitioners', href: '/practitioners' },
      { label: 'Partner', href: '/seeduniversity' },
      { label: 'Inquire', href: '/seeduniversity#form' },
      { label: 'Press', href: '/press' },
      { label: 'Join', href: '/join-us' },
      { label: `Visit ${brand.name}`, href: '/' },
    ],
  },
]

/** What the short footer of account pages leads to. */
export const helpLinks: readonly NavigationLink[] = [
  { label: 'Help', href: '/contact#help' },
  { label: 'Contact', href: '/contact' },
  { label: 'Shipping + Billing', href: '/shipping-billing' },
  { label: 'Returns', href: '/return' },
  { label: 'Subscription terms', href: '/subscription-terms' },
]

export const legalLinks: readonly NavigationLink[] = [
  { label: 'Consent Preferences', href: '/consent' },
  { label: 'Privacy Policy', href: '/privacy-policy' },
  { label: 'Terms + Conditions', href: '/terms-conditions' },
  { label: 'Accessibility', href: '/accessibility' },
]

/** Only where the law knows it; everybody has returns. */
export const withdrawalLink: NavigationLink = { label: 'Withdraw from contract', href: '/withdraw' }

export const quizPath = '/is-ds01-right-for-you'
