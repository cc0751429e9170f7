import { z } from 'zod'
import { defineCall } from '#shared/call.ts'
import { Address } from '#shared/address.ts'

const Price = z.string()

/** The next order as it would be charged today: same decision as the renewal itself. */
export const UpcomingOrder = z.object({
  on: z.string(),
  subtotal: Price,
  discount: Price,
  shipping: Price,
  tax: Price,
  total: Price,
  discounts: z.array(z.object({ code: z.string(), reason: z.string(), amount: Price })),
  next_dates: z.array(z.string()),
})

export type UpcomingOrder = z.output<typeof UpcomingOrder>

export const Subscription = z.object({
  id: z.string(),
  state: z.enum(['active', 'future', 'paused', 'canceled', 'expired', 'failed']),
  /** Spec §3 and §4 name the field planCode. */
  planCode: z.string(),
  plan: z.object({
    plan_code: z.string(),
    name: z.string(),
    image: z.string(),
    supply_days: z.number(),
    capsules: z.number(),
  }),
  quantity: z.number().int(),
  price: Price,
  currency: z.literal('USD'),
  interval_months: z.number().int(),
  activated_at: z.string(),
  canceled_at: z.string().nullable(),
  next_order_on: z.string().nullable(),
  /** Later than the order date while a declined card is tried again; null when nothing is tried. */
  next_attempt_on: z.string().nullable(),
  last_order_on: z.string(),
  address: Address,
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
  upcoming_order: UpcomingOrder.nullable(),
})

export type Subscription = z.output<typeof Subscription>

export const listSubscriptions = defineCall({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/ecommerce/subscription/',
  spec: 'spec §7',
  who: 'member',
  payload: z.object({ include_renewal_preview: z.stringbool().default(false) }),
  /** `today` is the shop's calendar date that the answer was given on: what "in 12 days" is counted from. */
  reply: z.object({ today: z.string(), subscriptions: z.array(Subscription) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

export const viewSubscription = defineCall({
  name: 'viewSubscription',
  method: 'GET',
  path: '/ecommerce/subscription/{id}',
  spec: 'spec §7',
  who: 'member',
  payload: z.object({ id: z.uuid() }),
  reply: Subscription,
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

/** The short form that the browser caches under the key `subscriptions` (spec §7). */
export const listPlanSubscriptions = defineCall({
  name: 'listPlanSubscriptions',
  method: 'GET',
  path: '/api/v1/subscription/',
  spec: 'spec §7',
  who: 'member',
  payload: z.object({}),
  reply: z.object({
    subscriptions: z.array(
      z.object({
        id: z.string(),
        state: z.string(),
        plan: z.object({ plan_code: z.string() }),
        activated_at: z.string(),
        canceled_at: z.string().nullable(),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})
