import { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'
import { taxRegion } from '../../location/rules/address-validation.ts'
import type { AddressPlace } from '../../location/rules/address-validation.ts'
import type { TaxRates } from '../../location/rules/tax-rates.ts'

/** Where goods are taxed. */
export interface TaxPlace {
  readonly country: string
  readonly region: string
  readonly zip: string
}

const countriesWithRegionalTax = ['US', 'CA']

/** The tax jurisdiction of an order: a state or province with taxes of its own (`US-CA`), otherwise the country. */
export const taxJurisdiction = (place: AddressPlace): string => {
  const region = taxRegion(place)
  return countriesWithRegionalTax.includes(place.country) && region !== ''
    ? `${place.country}-${region}`
    : place.country
}

/** The tax of one jurisdiction: per cent of the discounted goods, and of shipping (ruling 14); up to four decimals. */
export interface TaxPart {
  /** `US-NY`, or `US-NY, New York County` for a tax of less than a state: its account in the ledger. */
  readonly jurisdiction: string
  readonly percent: number
  readonly shippingPercent: number
}

/** Where a rate is from, which the order keeps. */
export const TaxBasis = z.object({
  /** Whom the shop asks about taxes. */
  service: z.enum(['file', 'stripe']),
  /** `answer`: of the service. Otherwise it gave none: the rate that it last gave for the place, or that of the data file. */
  from: z.enum(['answer', 'last-known', 'file']),
  /** The day of the answer, an ISO date; null for the data file. */
  on: z.string().nullable(),
})

export type TaxBasis = Readonly<z.output<typeof TaxBasis>>

/** The tax of one place: what each jurisdiction there takes. */
export interface TaxRate {
  readonly parts: readonly TaxPart[]
  readonly basis: TaxBasis
}

const ofFile: TaxBasis = { service: 'file', from: 'answer', on: null }

export const noTax: TaxRate = { parts: [], basis: ofFile }

/** The rate of one jurisdiction, as the data file has it. */
export const singleRate = (percent: number, shippingTaxed: boolean, jurisdiction: string): TaxRate => ({
  parts: percent === 0 ? [] : [{ jurisdiction, percent, shippingPercent: shippingTaxed ? percent : 0 }],
  basis: ofFile,
})

/** What all jurisdictions together take of goods, in per cent. */
export const goodsPercent = ({ parts }: Pick<TaxRate, 'parts'>): number =>
  Number(parts.reduce((sum, { percent }) => sum + percent, 0).toFixed(4))

/** The rate of a place; a country without a row has none, a region without a row has its country's. */
export const rateFrom = (rates: TaxRates, place: AddressPlace): TaxRate => {
  const row = ownValue(rates.countries, place.country)
  if (row === undefined) return noTax
  const { percent, shippingTaxed } = ownValue(row.regions, taxRegion(place)) ?? row.otherwise
  return singleRate(percent, shippingTaxed, taxJurisdiction(place))
}

/**
 * The part of an address that decides its tax at a tax service: a zip code in the United States (`US 94110`), a province in Canada
 * (`CA ON`), elsewhere the country (`GB`). Null while that is not known: a service would refuse to answer.
 */
export const taxPlaceKey = (place: TaxPlace): string | null => {
  const { country, zip } = place
  if (country === 'US') {
    const [digits] = /^\d{5}/.exec(zip.trim()) ?? []
    return digits === undefined ? null : `US ${digits}`
  }
  if (country === 'CA') {
    const region = taxRegion(place)
    return region === '' ? null : `CA ${region}`
  }
  return country === '' ? null : country
}
