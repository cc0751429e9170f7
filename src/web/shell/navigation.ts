import type { ProductReply } from '#catalogue/endpoints.ts'
import { nameParts } from '#catalogue/rules/product.ts'
import { brand } from '#shared/brand.ts'
import type { PictureName } from '#ui/picture.tsx'
import type { ShellTexts } from '../messages/shell-messages.ts'

export interface NavigationLink {
  readonly label: string
  readonly href: `/${string}`
}

/** The page of all refills. */
export const refillsPath = '/refills'

export interface ProductLink extends NavigationLink {
  readonly code: string
  readonly who: string
  /** The plan whose price is next to it; null without one. */
  readonly plan: string | null
}

const refillLink = (t: ShellTexts): ProductLink => ({
  code: t('refill'),
  label: t('refillsForJar'),
  who: t('refillAll'),
  href: refillsPath,
  plan: null,
})

const pathOf = (page: string): `/${string}` => `/${page.replace(/^\//, '')}`

/** What the shop menus lead to: the products in the order of the catalogue, then refills. */
export const productLinks = (products: readonly ProductReply[], t: ShellTexts): readonly ProductLink[] => [
  ...products.map(({ name, audience, page, plan }) => {
    const { code, name: label } = nameParts(name)
    return { code, label, who: audience, href: pathOf(page), plan }
  }),
  refillLink(t),
]

export interface PanelLink extends NavigationLink {
  readonly note: string
}

interface Panel {
  readonly label: string
  readonly links: readonly PanelLink[]
  readonly picture: { readonly name: PictureName; readonly alt: string }
}

export const sciencePanel = (t: ShellTexts): Panel => ({
  label: t('science'),
  links: [
    { label: t('science'), note: t('scienceNote'), href: '/science' },
    { label: t('howItWorks'), note: t('howItWorksNote'), href: '/how-it-works' },
    { label: t('microbiome'), note: t('microbiomeNote'), href: '/microbiome' },
    { label: t('sustainability'), note: t('sustainabilityNote'), href: '/sustainability' },
  ],
  picture: { name: 'capsule-macro', alt: '' },
})

export const culturedPanel = (t: ShellTexts): Panel => ({
  label: t('cultured'),
  links: [
    { label: t('cultured'), note: t('culturedNote'), href: '/cultured' },
    {
      label: t('soilLayers'),
      note: t('soilLayersNote'),
      href: '/cultured/why-soil-has-layers',
    },
    { label: t('readingLabel'), note: t('readingLabelNote'), href: '/cultured/reading-a-label' },
  ],
  picture: { name: 'microbiome', alt: '' },
})

export const shopAside = (t: ShellTexts): readonly NavigationLink[] => [
  { label: t('whichFormula'), href: '/get-started' },
  { label: t('sendGift'), href: '/gift' },
  { label: t('subscriptionTerms'), href: '/subscription-terms' },
  { label: t('shippingBilling'), href: '/shipping-billing' },
  { label: t('international'), href: '/entire-world' },
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

export const footerColumns = (products: readonly ProductReply[], t: ShellTexts): readonly FooterColumn[] => [
  {
    title: t('shop'),
    links: [
      ...products.map(({ shortName, page }) => ({ label: shortName, href: pathOf(page) })),
      { label: t('refills'), href: '/refills' },
      { label: t('sendGift'), href: '/gift' },
    ],
  },
  {
    title: t('support'),
    links: [
      { label: t('myAccount'), href: '/account/subscriptions' },
      { label: t('help'), href: '/contact#help' },
      { label: t('contact'), href: '/contact' },
      { label: t('shippingBilling'), href: '/shipping-billing' },
      { label: t('international'), href: '/entire-world' },
      { label: t('returns'), href: '/return' },
      { label: t('subscriptionTerms'), href: '/subscription-terms' },
      { label: t('referFriend'), href: '/account/refer?traffic_source=footer_referafriend' },
    ],
  },
  {
    title: t('company'),
    links: [
      { label: t('science'), href: '/science' },
      { label: t('sustainability'), href: '/sustainability' },
      { label: t('howItWorks'), href: '/how-it-works' },
      { label: t('cultured'), href: '/cultured' },
      { label: t('practitioners'), href: '/practitioners' },
      { label: t('partner'), href: '/seeduniversity' },
      { label: t('inquire'), href: '/seeduniversity#form' },
      { label: t('press'), href: '/press' },
      { label: t('join'), href: '/join-us' },
      { label: t('visit', { brand: brand.name }), href: '/' },
    ],
  },
]

/** What the short footer of account pages leads to. */
export const helpLinks = (t: ShellTexts): readonly NavigationLink[] => [
  { label: t('help'), href: '/contact#help' },
  { label: t('contact'), href: '/contact' },
  { label: t('shippingBilling'), href: '/shipping-billing' },
  { label: t('returns'), href: '/return' },
  { label: t('subscriptionTerms'), href: '/subscription-terms' },
]

export const legalLinks = (t: ShellTexts): readonly NavigationLink[] => [
  { label: t('consentPreferences'), href: '/consent' },
  { label: t('privacyPolicy'), href: '/privacy-policy' },
  { label: t('terms'), href: '/terms-conditions' },
  { label: t('accessibility'), href: '/accessibility' },
]

/** Only where the law knows it; everybody has returns. */
export const withdrawalLink = (t: ShellTexts): NavigationLink => ({ label: t('withdraw'), href: '/withdraw' })

export const quizPath = '/is-ds01-right-for-you'
