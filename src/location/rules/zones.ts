import { ownValue } from '#shared/own-value.ts'
import type { PlaceMethod, PlacesDocument, PlaceZone } from './places-document.ts'
import { places } from './published-places.ts'

/** The zone of a country, and of one that is not listed. RangeError for a document without that zone. */
export const zoneOf = (country: string, document: PlacesDocument = places()): PlaceZone => {
  const key = ownValue(document.countries, country)?.zone ?? document.other_zone
  const zone = ownValue(document.zones, key)
  if (!zone) throw new RangeError(`there is no shipping zone ${key}`)
  return zone
}

/** A shipping method to a country by its code. */
export const methodIn = (
  country: string,
  code: string,
  document: PlacesDocument = places(),
): PlaceMethod | undefined => zoneOf(country, document).methods.find((method) => method.code === code)

/** A shipping method by its code alone, as old orders name theirs. */
export const methodByCode = (code: string): PlaceMethod | undefined =>
  Object.values(places().zones)
    .flatMap(({ methods }) => methods)
    .find((method) => method.code === code)

/** A service of a carrier, and the shipping method that it is bought for. */
type CarrierService = PlaceMethod['services'][number] & { readonly method: string }

/** The services of every method. */
export const carrierServices = (): CarrierService[] =>
  Object.values(places().zones).flatMap(({ methods }) =>
    methods.flatMap(({ code, services }) => services.map((service) => ({ ...service, method: code }))),
  )
