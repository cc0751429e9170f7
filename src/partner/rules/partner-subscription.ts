import { z } from 'zod'
import { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { Currency } from './partner-fields.ts'
import { Price } from '#shared/price-schema.ts'

const { state } = SubscriptionTerms.shape

/** A subscription as partners read it: not whose it is. */
export const PartnerSubscription = z
  .object({
    id: z.string(),
    state,
    plan_code: z.string(),
    quantity: z.number().int(),
    currency: Currency,
    /** Of one unit and order, before discounts, shipping and tax. */
    unit_price: Price,
    interval_months: z.number().int(),
    /** Null when no order comes. */
    next_order_on: z.string().nullable(),
    paused_until: z.string().nullable(),
    /** Null for one without an end. */
    remaining_orders: z.number().int().nullable(),
    activated_at: z.string(),
    canceled_at: z.string().nullable(),
    /** The order that started it. */
    order_number: z.string(),
  })
  .meta({ id: 'Subscription' })

export type PartnerSubscription = z.output<typeof PartnerSubscription>
