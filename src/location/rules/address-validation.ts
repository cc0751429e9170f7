import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { isKnownCountry, regionRequired } from './countries.ts'
import { isValidZip, zipRequired } from './postal-codes.ts'
import { regionByZip, regionsByZip, regionCode, regionsOf } from './regions.ts'

/** What decides whether an address exists, and whose tax it bears. */
export type AddressPlace = Pick<Address, 'country' | 'region' | 'zip'>

type Messages = Readonly<Record<string, string>>

const isKnownRegion = (country: string, region: string): boolean => {
  const known = regionsOf(country)
  if (known.length === 0) return true
  const wanted = regionCode(country, region)
  return known.some(({ code }) => code === wanted)
}

const regionName = (country: string, region: string): string =>
  regionsOf(country).find(({ code }) => code === region)?.name ?? region

const zipMessage = ({ country, region, zip }: AddressPlace): string | null => {
  if (!isValidZip(country, zip)) return 'Kindly enter your zip code'
  const regions = regionsByZip(country, zip)
  if (regions === null) return null
  const [first] = regions
  if (first === undefined) return 'Kindly enter your zip code'
  const code = regionCode(country, region)
  if (region === '' || !isKnownRegion(country, region) || regions.includes(code)) return null
  return `This zip code is in ${regionName(country, first)}, not in ${regionName(country, code)}.`
}

/** What is wrong with the given parts of a place, by part; missing parts are no errors yet. */
export const placeMessages = (place: AddressPlace): Messages => {
  const { country, region, zip } = place
  if (country === '') return {}
  if (!isKnownCountry(country)) return { country: 'Kindly enter your country' }
  const zipProblem = zip === '' ? null : zipMessage(place)
  return {
    ...(region !== '' && !isKnownRegion(country, region) ? { region: 'Kindly enter your region' } : {}),
    ...(zipProblem === null ? {} : { zip: zipProblem }),
  }
}

/** What is wrong with a place and what its country requires in addition, by part; empty for a place that exists. */
export const addressMessages = (place: AddressPlace): Messages => {
  const { country, region, zip } = place
  if (!isKnownCountry(country)) return { country: 'Kindly enter your country' }
  return {
    ...(regionRequired(country) && region === '' ? { region: 'Kindly enter your region' } : {}),
    ...(zipRequired(country) && zip === '' ? { zip: 'Kindly enter your zip code' } : {}),
    ...placeMessages(place),
  }
}

/** As `addressMessages`, in the language of a page. */
export const localAddressMessages = (place: AddressPlace, locale: Locale): Messages =>
  Object.fromEntries(
    Object.entries(addressMessages(place)).map(([part, message]) => [part, refusalText(message, locale)]),
  )

/** BILLING_VALIDATION_ERROR with a message for each wrong part; `under` is the field that holds the parts. */
export const refuseInvalidPlace = (messages: Messages, fieldPrefix: string | null): void => {
  const entries = Object.entries(messages)
  if (entries.length === 0) return
  const fields = Object.fromEntries(
    entries.map(([part, message]) => [fieldPrefix === null ? part : `${fieldPrefix}.${part}`, message]),
  )
  throw new ShopError('BILLING_VALIDATION_ERROR', { fields })
}

/** The address as it is stored, its region by code. BILLING_VALIDATION_ERROR for one that does not exist (spec §8). */
export const validatedAddress = <A extends AddressPlace>(
  address: A,
  fieldPrefix: string | null = 'address',
): A => {
  refuseInvalidPlace(addressMessages(address), fieldPrefix)
  return { ...address, region: regionCode(address.country, address.region) }
}

/** The region whose taxes and laws apply: that of the postal code, otherwise the given one. */
export const taxRegion = ({ country, region, zip }: AddressPlace): string =>
  regionByZip(country, zip) ?? regionCode(country, region)
