import type { BrandFacts } from '#shared/brand.ts'
import type { PlaceCountry, PlaceMethod, PlacesDocument } from './places-document.ts'
import { ownValue } from '#shared/own-value.ts'

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
export const placesOfBrand = (sample: PlacesDocument, brand: SellingBrand): PlacesDocument => {
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
