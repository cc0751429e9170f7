import { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'

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
