/** Everything another operator changes to rebrand the shop (ruling 1). Keys are derived, never repeated. */
const key = 'loam'

/**
 * Whether every page says that this is a demonstration shop, and legal pages that they are samples. An operator sets it to
 * false after replacing the sample texts of `content/pages`.
 */
const isDemonstration: boolean = true

export const brand = {
  key,
  name: 'Loam',
  /** The number of the product that the quiz is about. */
  quizProduct: 'DS-01',
  quizProductPage: '/daily-synbiotic',
  isDemonstration,
  supportEmail: 'hello@loam.example',
  mailFrom: 'Loam <hello@loam.example>',
  /** Calendar dates (order dates, terms) are counted in this zone. */
  timeZone: 'America/New_York',
  /** Of everything that names no other. */
  currency: 'USD',
  /** What the shop can sell in. */
  currencies: [
    { code: 'USD', name: 'US dollar' },
    { code: 'CAD', name: 'Canadian dollar' },
    { code: 'EUR', name: 'Euro' },
    { code: 'GBP', name: 'British pound' },
  ],
  /** How people of this brand write dates, times and amounts at the desk. */
  locale: 'en-US',
  /**
   * The languages that pages and mails are offered in, and how each writes dates and amounts. Addresses of the first one have no
   * prefix.
   */
  locales: [
    {
      code: 'en',
      formats: 'en-US',
      name: 'English',
      /** What home screens say of the shop. */
      description: 'Synbiotics in refillable glass jars, by subscription.',
    },
    {
      code: 'de',
      formats: 'de-DE',
      name: 'Deutsch',
      description: 'Synbiotika in nachfüllbaren Gläsern, im Abo.',
    },
  ],
  /** The day on which calendars begin their weeks. */
  weekStartsOn: 'Sunday',
  /** Cookies and browser storage (spec §9, ruling 17). */
  keys: {
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
  },
  social: [
    { label: 'Instagram', href: 'https://www.instagram.com/' },
    { label: 'Linkedin', href: 'https://www.linkedin.com/' },
    { label: 'Twitter', href: 'https://twitter.com/' },
  ],
  /** The seller, as on invoices; sample data. */
  seller: {
    name: 'Loam',
    /** What home screens say of the shop. */
    description: 'Synbiotics in refillable glass jars, by subscription.',
    /** The number of the product that the quiz is about. */
    quizProduct: 'DS-01',
    quizProductPage: '/daily-synbiotic',
    lines: ['100 Orchard Way', 'Portland, OR 97201', 'United States'],
    /** Numbers by which tax offices know the seller. */
    taxNumbers: [{ label: 'EIN', number: '00-0000000' }],
  },
  /** Credit for a referral that counts, in the smallest unit of each side's currency; 0 grants points only. */
  referral: {
    USD: { forReferrerCents: 1_000, forFriendCents: 1_000 },
    CAD: { forReferrerCents: 1_400, forFriendCents: 1_400 },
    EUR: { forReferrerCents: 900, forFriendCents: 900 },
    GBP: { forReferrerCents: 800, forFriendCents: 800 },
  },
  /** Law text of the home market, word for word (ruling 8). */
  disclaimer:
    'These statements have not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.',
} as const

/** The euro area, and the small states that use the euro by agreement. */
// prettier-ignore
const euroCountries = [
  'AT', 'BE', 'BG', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT',
  'NL', 'PT', 'SI', 'SK', 'AD', 'MC', 'SM', 'VA', 'ME', 'XK',
] as const

/** The countries whose visitors see a currency first; all other countries see the default. Apart, because no page needs it. */
export const currencyCountries: Readonly<
  Partial<Record<(typeof brand.currencies)[number]['code'], readonly string[]>>
> = { CAD: ['CA'], EUR: euroCountries, GBP: ['GB', 'IM', 'JE', 'GG'] }
