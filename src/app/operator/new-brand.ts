import { newBrandMessages } from '#content/messages/new-brand-messages.ts'
import { PlacesDocument } from '#location/rules/places-document.ts'
import sampleFile from '#location/rules/sample-places.json' with { type: 'json' }
import { pictureRoles } from '#shared/brand-pictures.ts'
import type { BrandCurrency } from '#shared/brand.ts'
import { languages } from '#shared/languages.ts'
import type { Language } from '#shared/languages.ts'
import { ownValue } from '#shared/own-value.ts'

/** What an operator says of a new brand; the rest is changed at the desk, or in `brand.json` before the first order. */
export interface NewBrand {
  readonly key: string
  readonly name: string
  /** In each of its languages. */
  readonly descriptions: readonly string[]
  readonly email: string
  /** The first one has addresses without a prefix. */
  readonly languages: readonly [Language, ...Language[]]
  /** The first one counts where nobody chose another; prices are needed in each that is offered. */
  readonly currencies: readonly [BrandCurrency, ...BrandCurrency[]]
  readonly timeZone: string
  readonly seller: string
  readonly street: string
  readonly zip: string
  readonly city: string
  readonly region: string
  readonly country: string
  readonly phone: string
  readonly taxNumber: { readonly label: string; readonly number: string } | null
  /** In percent of price and shipping. */
  readonly taxPercent: number
  /** Of one order at home, in the smallest unit of each currency. */
  readonly shippingCents: readonly number[]
  /** By which it ships, where a carrier makes the labels. */
  readonly service: { readonly carrier: string; readonly service: string } | null
  readonly accent: string | null
  readonly mark: string | null
}

/** A file of a content folder by its path. */
export type NewFile = readonly [path: string, value: object]

const nameIn = (kind: 'region' | 'currency' | 'language', locale: string, code: string): string =>
  new Intl.DisplayNames([locale], { type: kind }).of(code) ?? code

const menuIn = (language: Language) => {
  const t = newBrandMessages.in(language)
  const shipping = { label: t('shipping'), href: '/shipping-billing' }
  const contact = { label: t('contact'), href: '/contact' }
  const returns = { label: t('returns'), href: '/return' }
  const subscriptions = { label: t('subscriptions'), href: '/subscription-terms' }
  return {
    panels: [],
    aside: [shipping],
    shop: [],
    columns: [
      {
        title: t('help'),
        links: [
          { label: t('account'), href: '/account/subscriptions' },
          contact,
          shipping,
          returns,
          subscriptions,
        ],
      },
    ],
    help: [contact, shipping, returns, subscriptions],
    legal: [
      { label: t('cookies'), href: '/consent' },
      { label: t('privacy'), href: '/privacy-policy' },
      { label: t('terms'), href: '/terms-conditions' },
    ],
  }
}

const picturesIn = (language: Language) => {
  const box = { name: 'shipping-box', alt: newBrandMessages.in(language)('box') }
  return Object.fromEntries(pictureRoles.map((role) => [role, box]))
}

const descriptionIn = ({ languages: spoken, descriptions }: NewBrand, language: Language): string =>
  descriptions[spoken.indexOf(language)] ?? ''

const localeOf = (brand: NewBrand, code: Language) => ({
  code,
  formats: `${code}-${brand.country}`,
  name: nameIn('language', code, code),
  description: descriptionIn(brand, code),
})

/** The same accent by day and by night, as far as both can be read; `brand.json` can have two. */
const colorsOf = (accent: string) => ({
  light: { accent, onAccent: '#ffffff', link: accent },
  dark: { accent, onAccent: '#ffffff', link: '#d0d0d0' },
})

const brandFile = (brand: NewBrand) => {
  const { key, name, email, currencies, seller, street, zip, city, country, languages: spoken } = brand
  const [first, ...others] = spoken
  const home = `${first}-${country}`
  return {
    key,
    name,
    quizProduct: null,
    quizProductPage: null,
    isDemonstration: false,
    supportEmail: email,
    mailFrom: `${name} <${email}>`,
    timeZone: brand.timeZone,
    currency: currencies[0],
    currencies: currencies.map((code) => ({ code, name: nameIn('currency', first, code) })),
    locale: home,
    locales: spoken.map((code) => localeOf(brand, code)),
    weekStartsOn: country === 'US' || country === 'CA' ? 'Sunday' : 'Monday',
    social: [],
    seller: {
      name: seller,
      lines: [street, `${zip} ${city}`, nameIn('region', first, country)],
      taxNumbers: brand.taxNumber === null ? [] : [brand.taxNumber],
    },
    home: country,
    countries: null,
    shippingFees: null,
    referral: {},
    ...(brand.accent === null ? {} : { colors: colorsOf(brand.accent) }),
    ...(brand.mark === null ? {} : { mark: brand.mark }),
    disclaimer: newBrandMessages.in(first)('disclaimer'),
    menu: menuIn(first),
    pictures: picturesIn(first),
    translations: Object.fromEntries(
      others.map((code) => [code, { menu: menuIn(code), pictures: picturesIn(code) }]),
    ),
  }
}

const samplePlaces = PlacesDocument.parse(sampleFile)

/** What is known of addresses of a country; nothing of one that the sample does not ship to. */
const knownOf = (country: string) => {
  const { zip, regions = {}, zip_regions: zipRegions = {} } = ownValue(samplePlaces.countries, country) ?? {}
  return { ...(zip === undefined ? {} : { zip }), regions, zip_regions: zipRegions }
}

const holidaysOf = (country: string) => {
  const own = ownValue(samplePlaces.holidays, country)
  const other = ownValue(samplePlaces.holidays, 'other') ?? []
  return own === undefined ? { other } : { [country]: own, other }
}

/** The home country alone, with one way to ship; the desk has the form for each further one. */
const placesFile = ({ name, country, currencies, shippingCents, service, languages: [first] }: NewBrand) => ({
  note: `Where ${name} ships.`,
  countries: {
    [country]: { ...knownOf(country), name: nameIn('region', first, country), zone: 'home' },
  },
  zones: {
    home: {
      name: nameIn('region', 'en', country),
      methods: [
        {
          code: 'standard',
          label: newBrandMessages.in(first)('standard'),
          days: { from: 2, until: 5 },
          fees: Object.fromEntries(currencies.map((currency, at) => [currency, shippingCents[at] ?? 0])),
          waivable: true,
          services: service === null ? [] : [service],
        },
      ],
    },
  },
  other_zone: 'home',
  holidays: holidaysOf(country),
  warehouse: samplePlaces.warehouse,
})

const taxFile = ({ name, country, taxPercent: percent }: NewBrand) => ({
  note: `Where ${name} collects tax.`,
  countries: { [country]: { otherwise: { percent, shippingTaxed: true }, regions: {} } },
})

const shippingFile = (brand: NewBrand) => ({
  from: {
    name: brand.seller,
    company: brand.seller,
    street1: brand.street,
    street2: '',
    city: brand.city,
    state: brand.region,
    zip: brand.zip,
    country: brand.country,
    phone: brand.phone,
  },
  ...(brand.service === null ? {} : { services: [{ method: 'standard', ...brand.service }] }),
  box_inches: { length: 10, width: 8, height: 4 },
  customs: { hs_tariff_number: '210690', origin_country: brand.country, signer: brand.seller },
})

interface FirstPage {
  readonly slug: string
  readonly path: string
  readonly heading: string
  readonly lead: string
  readonly text: string
  readonly unlisted?: true
}

/** What the shop itself shows and the desk cannot begin: its screens, and the page without a connection. */
const firstPages = (brand: NewBrand, language: Language): readonly FirstPage[] => {
  const { name } = brand
  const t = newBrandMessages.in(language)
  return [
    { slug: 'home', path: '/', heading: name, lead: descriptionIn(brand, language), text: t('start') },
    {
      slug: 'contact',
      path: '/contact',
      heading: t('contact'),
      lead: t('contactLead'),
      text: t('contactAnswer'),
    },
    {
      slug: 'offline',
      path: '/offline',
      heading: t('offline'),
      lead: t('offlineLead'),
      text: t('offlineText'),
      unlisted: true,
    },
  ]
}

const pageFile = (language: Language, isFirst: boolean, page: FirstPage): NewFile => {
  const { slug, path, heading, lead, text, ...rest } = page
  const folder = isFirst ? '' : `${language}/`
  return [
    `pages/${folder}${slug}.json`,
    {
      slug: `${folder}${slug}`,
      path: isFirst ? path : `/${language}${path === '/' ? '' : path}`,
      title: heading,
      description: lead,
      ...rest,
      sections: [
        { kind: 'title', heading, lead },
        { kind: 'text', numbered: false, blocks: [{ kind: 'paragraph', text }] },
      ],
    },
  ]
}

/** The files of a content folder that say whose shop it is; without a catalogue, surveys and lots, which the desk makes. */
export const newBrandFiles = (brand: NewBrand): readonly NewFile[] => [
  ['brand.json', brandFile(brand)],
  ['places.json', placesFile(brand)],
  ['tax-rates.json', taxFile(brand)],
  ['shipping.json', shippingFile(brand)],
  ['lots.json', []],
  ...brand.languages.flatMap((language, at) =>
    firstPages(brand, language).map((page) => pageFile(language, at === 0, page)),
  ),
]

/** The languages by their codes; null where the shop has no texts in one of them. */
export const knownLanguages = (codes: readonly string[]): NewBrand['languages'] | null => {
  const [first, ...others] = codes.map((code) => languages.find((one) => one === code))
  const known = others.filter((code) => code !== undefined)
  return first === undefined || known.length < others.length ? null : [first, ...known]
}
