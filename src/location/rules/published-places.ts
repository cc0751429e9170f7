import { brand } from '#shared/brand.ts'
import type { BrandFacts } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import sampleFile from './sample-places.json' with { type: 'json' }
import { PlacesDocument } from './places-document.ts'
import type { PlaceCountry, PlaceMethod } from './places-document.ts'
import type { TaxRates } from './tax-rates.ts'

/** The fees that counted until a moment. */
interface EarlierFees {
  readonly until: Temporal.Instant
  readonly places: PlacesDocument
}

/** A version of the places, as every rule of this process reads it. */
interface PublishedPlaces {
  /** Of the version; 0 before one was read. */
  readonly number: number
  readonly places: PlacesDocument
  /** Null before a version was read. */
  readonly taxes: TaxRates | null
  /** What was published before, the latest first: running subscriptions keep a lower fee. */
  readonly earlier: readonly EarlierFees[]
}

declare global {
  /**
   * The version that counts in this process, set by `takeUpPlaces` alone. Global as the brand is: built pages have modules of their
   * own (decision 402).
   */
  var shopPlaces: PublishedPlaces | undefined
}

type SellingBrand = Pick<BrandFacts, 'home' | 'countries' | 'shippingFees'>

const zoneOf = (code: string, home: string): string =>
  code === home ? 'home' : code === 'CA' ? 'canada' : 'abroad'

const countryOf = (
  { countries }: PlacesDocument,
  { home }: SellingBrand,
  { code, name }: { readonly code: string; readonly name: string },
): PlaceCountry => {
  const { supply_days: days = 360, ...known } = ownValue(countries, code) ?? {
    ships: true,
    regions: {},
    zip_regions: {},
  }
  return { ...known, name, zone: zoneOf(code, home), ...(code === home ? {} : { supply_days: days }) }
}

const feesOf = (method: PlaceMethod, { shippingFees }: SellingBrand): PlaceMethod => {
  const kind = method.waivable ? 'abroad' : 'expedited'
  if (method.code === 'free_shipping') return method
  const own = Object.entries(shippingFees ?? {}).map(([currency, fees]) => [currency, fees[kind]])
  return { ...method, fees: { ...method.fees, ...Object.fromEntries(own) } }
}

/** The places that a `brand.json` with countries and fees speaks of, as long as its folder has no `places.json`. */
const placesOfBrand = (sample: PlacesDocument, brand: SellingBrand): PlacesDocument => {
  if (brand.countries === null) return sample
  const listed = brand.countries.map((one) => [one.code, countryOf(sample, brand, one)] as const)
  const zones = Object.entries(sample.zones).filter(
    ([key]) => key !== 'canada' || listed.some(([, { zone }]) => zone === key),
  )
  return {
    ...sample,
    countries: Object.fromEntries(listed),
    zones: Object.fromEntries(
      zones.map(([key, zone]) => [
        key,
        { ...zone, methods: zone.methods.map((method) => feesOf(method, brand)) },
      ]),
    ),
  }
}

/** Of a shop that has no version yet. */
export const firstPlaces: PlacesDocument = placesOfBrand(PlacesDocument.parse(sampleFile), brand)

const unpublished: PublishedPlaces = { number: 0, places: firstPlaces, taxes: null, earlier: [] }

/** The version that counts in this process. */
export const publishedPlaces = (): PublishedPlaces => globalThis.shopPlaces ?? unpublished

export const places = (): PlacesDocument => publishedPlaces().places

/** Has every rule read this version from now on; in one step, so that no rule sees half of it. */
export const takeUpPlaces = (version: PublishedPlaces): void => {
  globalThis.shopPlaces = version
}
