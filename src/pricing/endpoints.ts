import { z } from 'zod'
import { DateRangeReply } from '#shared/date-range-schema.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

/** Shipping methods of a country with what they cost for these plans, the standard one first. */
export const shippingRates = defineEndpoint({
  name: 'shippingRates',
  method: 'POST',
  path: '/ecommerce/shipping_rates/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({
    /** If missing: the visitor's own. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Kindly enter your country')
      .optional(),
    plan_codes: z.array(z.string().max(40)).max(20).default([]),
  }),
  reply: z.object({
    country: z.string(),
    /** Of the amounts: the visitor's. */
    currency: CurrencyCode,
    /** `amount` is a numeric string, as in the checkout payload (spec §3). */
    rates: z.array(
      z.object({
        method_code: z.string(),
        label: z.string(),
        detail: z.string(),
        amount: Price,
        /** When something ordered now arrives: what is in stock, and what is made to order. */
        arrives: z.object({ in_stock: DateRangeReply, made_to_order: DateRangeReply }),
      }),
    ),
  }),
  errors: ['PRODUCT_NOT_ALLOWED_IN_COUNTRY', 'BILLING_VALIDATION_ERROR', 'VALIDATION_ERROR'],
})
