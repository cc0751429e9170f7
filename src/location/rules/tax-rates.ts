import { z } from 'zod'

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
