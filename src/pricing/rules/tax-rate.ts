import { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'
import { taxRegion } from '../../location/rules/address-validation.ts'
import type { AddressPlace } from '../../location/rules/address-validation.ts'

/** Where goods are taxed. */
export interface TaxPlace {
  readonly country: string
  readonly region: string
  readonly zip: string
}

/** The source of tax rates (ruling 14); the default is a file of sample rates. */
export interface TaxProvider {
  readonly rateFor: (place: TaxPlace) => Promise<TaxRate>
}

/** The tax provider that answers from the sample rates. */
export const sampleTaxes = (rates: TaxRates): TaxProvider => ({
  rateFor: async (place) => rateFrom(rates, place.country, taxRegion(place)),
})

const countriesWithRegionalTax = ['US', 'CA']

/** The tax jurisdiction of an order: a state or province with taxes of its own (`US-CA`), otherwise the country. */
export const taxJurisdiction = (place: AddressPlace): string => {
  const region = taxRegion(place)
  return countriesWithRegionalTax.includes(place.country) && region !== ''
    ? `${place.country}-${region}`
    : place.country
}

/** The tax of one place: per cent of the discounted goods, and of shipping where the row says so (ruling 14). */
export interface TaxRate {
  readonly percent: number
  readonly shippingTaxed: boolean
}

export const noTax: TaxRate = { percent: 0, shippingTaxed: false }

const Rate = z.strictObject({ percent: z.number().min(0).max(40), shippingTaxed: z.boolean() })

/** The data file of rates: by country, and by region where a country has its own rates inside. */
export const TaxRates = z.strictObject({
  note: z.string(),
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z.strictObject({ otherwise: Rate, regions: z.record(z.string().regex(/^[A-Z]{2,3}$/), Rate) }),
  ),
})

export type TaxRates = z.output<typeof TaxRates>

/** The rate of a place; a country without a row has none, a region without a row has its country's. */
export const rateFrom = (rates: TaxRates, country: string, region: string): TaxRate => {
  const row = ownValue(rates.countries, country)
  return row ? (ownValue(row.regions, region) ?? row.otherwise) : noTax
}
