import { regionRequired } from '#shared/address.ts'
import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { countries } from './countries.ts'
import { regionByZip, regionsByZip } from './region-by-zip.ts'
import { regionCode, regionsOf } from './regions.ts'

const fourDigits = /^\d{4}$/
const fiveDigits = /^\d{5}$/

/** The patterns of the postal codes of each country; without a row there are none in daily use. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: fourDigits,
  AU: fourDigits,
  BE: fourDigits,
  CA: /^[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d$/,
  CH: fourDigits,
  CZ: /^\d{3} ?\d{2}$/,
  DE: fiveDigits,
  DK: fourDigits,
  ES: fiveDigits,
  FI: fiveDigits,
  FR: fiveDigits,
  GB: /^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/,
  GR: /^\d{3} ?\d{2}$/,
  IL: /^\d{5}(\d{2})?$/,
  IT: fiveDigits,
  JP: /^\d{3}-?\d{4}$/,
  KR: fiveDigits,
  LU: /^(L-)?\d{4}$/,
  MX: fiveDigits,
  NL: /^\d{4} ?[A-Za-z]{2}$/,
  NO: fourDigits,
  NZ: fourDigits,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  SG: /^\d{6}$/,
  US: /^\d{5}(-\d{4})?$/,
}

/** Whether addresses of the country name a postal code: not in Hong Kong, Ireland and the Emirates. */
const zipRequired = (country: string): boolean => ownValue(patterns, country) !== undefined

/** Whether a text looks like a postal code of the country; any text does where it has none. */
const isValidZip = (country: string, zip: string): boolean =>
  ownValue(patterns, country)?.test(zip.trim()) ?? true

/** What decides whether an address exists, and whose tax it bears. */
export type AddressPlace = Pick<Address, 'country' | 'region' | 'zip'>

type Messages = Readonly<Record<string, string>>

const isKnownCountry = (country: string): boolean => countries.some(({ code }) => code === country)

const isKnownRegion = (country: string, region: string): boolean => {
  const known = regionsOf(country)
  return known.length === 0 || known.some(({ code }) => code === regionCode(country, region))
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
