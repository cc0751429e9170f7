import type { BrandColors } from './brand-colors.ts'
import type { BrandMenu } from './brand-menu.ts'
import type { BrandPictures } from './brand-pictures.ts'
import type { Language } from './languages.ts'

/** What this shop can sell in, as its rules know it; a brand sells in some of them. */
export type BrandCurrency = 'USD' | 'CAD' | 'EUR' | 'GBP'

/** One language of a brand. */
export interface BrandLocale {
  readonly code: Language
  /** The language tag by which dates and amounts are written. */
  readonly formats: string
  /** In the language itself. */
  readonly name: string
  /** What home screens say of the shop. */
  readonly description: string
}

/** Everything another operator says to rebrand the shop (ruling 1): `brand.json` of their content folder (decision 387). */
export interface BrandFacts {
  /** How names of cookies and stored values begin. */
  readonly key: string
  readonly name: string
  /** The number of the product that the quiz is about, and its page; null for a brand without a quiz. */
  readonly quizProduct: string | null
  readonly quizProductPage: string | null
  /** Whether every page says that this is a demonstration shop, and legal pages that they are samples. */
  readonly isDemonstration: boolean
  readonly supportEmail: string
  readonly mailFrom: string
  /** Calendar dates (order dates, terms) are counted in this zone. */
  readonly timeZone: string
  /** Of everything that names no other. */
  readonly currency: BrandCurrency
  /** What the shop can sell in. */
  readonly currencies: readonly { readonly code: BrandCurrency; readonly name: string }[]
  /** How people of this brand write dates, times and amounts at the desk. */
  readonly locale: string
  /** The languages that pages and mails are offered in. Addresses of the first one have no prefix. */
  readonly locales: readonly [BrandLocale, ...BrandLocale[]]
  /** The day on which calendars begin their weeks. */
  readonly weekStartsOn: 'Sunday' | 'Monday'
  readonly social: readonly { readonly label: string; readonly href: string }[]
  /** The seller, as on invoices. */
  readonly seller: {
    readonly name: string
    readonly lines: readonly string[]
    /** Numbers by which tax offices know the seller. */
    readonly taxNumbers: readonly { readonly label: string; readonly number: string }[]
  }
  /** The country from which the shop ships, and of a visitor of whom nothing is known. */
  readonly home: string
  /** Where a new shop ships, by ISO 3166-1 code; null where `places.json` says so. */
  readonly countries: readonly { readonly code: string; readonly name: string }[] | null
  /** What shipping costs in a new shop, in the smallest unit of a currency; null where `places.json` says so. */
  readonly shippingFees: Readonly<
    Partial<Record<BrandCurrency, { readonly abroad: number; readonly expedited: number }>>
  > | null
  /** Credit for a referral that counts, in the smallest unit of each side's currency; 0 grants points only. */
  readonly referral: Readonly<
    Record<BrandCurrency, { readonly forReferrerCents: number; readonly forFriendCents: number }>
  >
  /** Law text of the home market, word for word (ruling 8). */
  readonly disclaimer: string
  /** Null for those of the sample. */
  readonly colors: BrandColors | null
  /** Whether its folder has a mark of its own (`brand-mark.ts`). */
  readonly hasMark: boolean
}

const sampleBrand: BrandFacts = {
  key: 'loam',
  name: 'Loam',
  quizProduct: 'DS-01',
  quizProductPage: '/daily-synbiotic',
  isDemonstration: true,
  supportEmail: 'hello@loam.example',
  mailFrom: 'Loam <hello@loam.example>',
  timeZone: 'America/New_York',
  currency: 'USD',
  currencies: [
    { code: 'USD', name: 'US dollar' },
    { code: 'CAD', name: 'Canadian dollar' },
    { code: 'EUR', name: 'Euro' },
    { code: 'GBP', name: 'British pound' },
  ],
  locale: 'en-US',
  locales: [
    {
      code: 'en',
      formats: 'en-US',
      name: 'English',
      description: 'Synbiotics in refillable glass jars, by subscription.',
    },
    {
      code: 'de',
      formats: 'de-DE',
      name: 'Deutsch',
      description: 'Synbiotika in nachfüllbaren Gläsern, im Abo.',
    },
  ],
  weekStartsOn: 'Sunday',
  social: [
    { label: 'Instagram', href: 'https://www.instagram.com/' },
    { label: 'Linkedin', href: 'https://www.linkedin.com/' },
    { label: 'Twitter', href: 'https://twitter.com/' },
  ],
  seller: {
    name: 'Loam',
    lines: ['100 Orchard Way', 'Portland, OR 97201', 'United States'],
    taxNumbers: [{ label: 'EIN', number: '00-0000000' }],
  },
  home: 'US',
  countries: null,
  shippingFees: null,
  referral: {
    USD: { forReferrerCents: 1_000, forFriendCents: 1_000 },
    CAD: { forReferrerCents: 1_400, forFriendCents: 1_400 },
    EUR: { forReferrerCents: 900, forFriendCents: 900 },
    GBP: { forReferrerCents: 800, forFriendCents: 800 },
  },
  colors: null,
  hasMark: false,
  disclaimer:
    'These statements have not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.',
}

/** Cookies and browser storage (spec §9, ruling 17). */
const keysOf = (key: string) =>
  ({
    identityToken: `${key}_jwt`,
    identityField: `${key}SessionToken`,
    sessionCookie: `${key}_session`,
    cartIdCookie: `${key}_cart_id`,
    /** The cart that this browser sent to be paid last, for two minutes. */
    boughtCartCookie: `${key}_bought_cart`,
    /** The purchases that this browser sent, for two days. */
    checkoutsCookie: `${key}_checkouts`,
    countryCookie: `${key}_country`,
    /** The currency that the visitor chose, for a year. */
    currencyCookie: `${key}_currency`,
    /** Where the geolocation endpoint located the browser (spec §3 and §7). */
    countryCode: `${key}_country_code`,
    regionCode: `${key}_region_code`,
    cartItems: `${key}_cart_items`,
    promoCode: `${key}_promoCode`,
    userState: 'userState',
    consentCookie: `${key}_consent`,
    referralCookie: `${key}_referral`,
    surveyCookie: `${key}_survey`,
    /**
     * The prefix of everything that analytics stores in local storage; all of it is removed when consent is withdrawn.
     */
    analyticsPrefix: `${key}_analytics.`,
    /** The anonymous id, 365 days (spec §9). */
    analyticsCookie: `${key}_analytics_id`,
    /** How many messages were dropped and not reported yet. */
    droppedCookie: `${key}_analytics_dropped`,
    errorHeader: `${key}-error`,
  }) as const

/** An own brand: everything that the sample has, with its menus and pictures. */
export interface OwnBrand extends BrandFacts {
  readonly menu: BrandMenu
  readonly pictures: BrandPictures
  /** The same in each language after the first. */
  readonly translations: Readonly<
    Partial<Record<Language, { readonly menu: BrandMenu; readonly pictures: BrandPictures }>>
  >
}

declare global {
  /** The brand of this process or page, set before any module of the shop runs; undefined for the sample brand. */
  var shopBrand: OwnBrand | undefined
  /** The languages that the operator names by `LANGUAGES`, likewise; undefined for all of the brand. */
  var shopLanguages: readonly string[] | undefined
}

const facts = globalThis.shopBrand ?? sampleBrand

export const brand: BrandFacts & { readonly keys: ReturnType<typeof keysOf> } = {
  ...facts,
  keys: keysOf(facts.key),
}

/** The euro area, and the small states that use the euro by agreement. */
// prettier-ignore
const euroCountries = [
  'AT', 'BE', 'BG', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT',
  'NL', 'PT', 'SI', 'SK', 'AD', 'MC', 'SM', 'VA', 'ME', 'XK',
] as const

/** The countries whose visitors see a currency first; all other countries see the default. Apart, because no page needs it. */
export const currencyCountries: Readonly<Partial<Record<BrandCurrency, readonly string[]>>> = {
  CAD: ['CA'],
  EUR: euroCountries,
  GBP: ['GB', 'IM', 'JE', 'GG'],
}
