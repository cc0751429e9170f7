import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

const Code = z
  .string('Kindly enter a valid promo code.')
  .trim()
  .min(1, 'Kindly enter a valid promo code.')
  .max(60, 'Kindly enter a valid promo code.')

/** A plan discount (spec §3): `value` is a numeric string, an amount when fixed and per cent otherwise. */
const PlanDiscount = z.object({
  code: z.string(),
  type: z.enum(['fixed', 'percentage']),
  value: z.string(),
  /** Of the amounts: the visitor's. */
  currency: CurrencyCode,
  plans: z.union([z.literal('all'), z.array(z.string())]),
})

/** The discount of a code by plan; needed by the quiz-code rule (spec §4, ruling 12). */
export const viewCouponPlans = defineEndpoint({
  name: 'viewCouponPlans',
  method: 'GET',
  path: '/ecommerce/coupon_code/plans/{code}/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup', 'codes'],
  payload: z.object({ code: Code }),
  reply: PlanDiscount.extend({
    /** What it takes off one unit of each plan it matches, as a numeric string. */
    discounts: z.record(z.string(), z.string()),
  }),
  errors: ['INVALID_COUPON', 'VALIDATION_ERROR'],
})

/** The facts of a code that counts today, for partners. */
export const viewCoupon = defineEndpoint({
  name: 'viewCoupon',
  method: 'GET',
  path: '/api/external/coupon/{code}/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup', 'codes'],
  payload: z.object({ code: Code }),
  reply: PlanDiscount.extend({
    duration: z.enum(['once', 'renewals', 'forever']),
    /** How many renewals it counts for after the first order; null unless `duration` says so. */
    renewals: z.number().int().nullable(),
    stackable: z.boolean(),
    once_per_account: z.boolean(),
    expires_at: z.string().nullable(),
  }),
  errors: ['INVALID_COUPON', 'VALIDATION_ERROR'],
})
