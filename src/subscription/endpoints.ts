import { z } from 'zod'
import { DiscountReply, RefusalReply } from '#coupon/rules/discount-reply.ts'
import { DateRangeReply } from '#shared/date-range-schema.ts'
import { PricedLineReply } from '#pricing/rules/priced-line-reply.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Address } from '#shared/address.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

export const State = z.enum(['active', 'future', 'paused', 'canceled', 'expired', 'failed'])

/** One line of an order to come. */
const OrderLine = PricedLineReply.extend({
  image: z.string(),
  /** Set for what comes with this one order only; `remove-one-time` takes it. */
  add_on_id: z.string().nullable(),
})

/** The next order as it would be charged today: same decision as the renewal itself. */
export const UpcomingOrder = z.object({
  on: z.string(),
  /** When it arrives if it is charged on that day. */
  arrives: DateRangeReply.nullable(),
  lines: z.array(OrderLine),
  ...totalsReply,
  /** Of all its amounts: the subscription's. */
  currency: CurrencyCode,
  shipping_method: z.string(),
  /** The part of the total that the card is charged. */
  to_pay: Price,
  discounts: z.array(DiscountReply),
  /** Codes of the subscription that take nothing off this order, and why. */
  refusals: z.array(RefusalReply),
  /** Skipped this time and comes with a later order; `unskip-item` undoes it. */
  held: z.array(z.object({ add_on_id: z.string().nullable(), name: z.string(), quantity: z.number().int() })),
  next_dates: z.array(z.string()),
  /** The subscription ends with it. */
  is_last: z.boolean(),
  /** Instant; from then on the order is charged without further changes. */
  changeable_until: z.string(),
})

export type UpcomingOrder = z.output<typeof UpcomingOrder>

/** What can be done now; for what cannot, the name of the reason and its sentence. */
const ActionNow = z.object({
  action: z.string(),
  allowed: z.boolean(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
})

const PrepaidTermState = z.enum(['running', 'paused', 'over', 'refunded'])
const PrepaidTerm = z.object({
  months: z.int(),
  first_on: z.string(),
  last_on: z.string(),
  state: PrepaidTermState,
})

/** A renewal that its card is being charged for. */
export const ChargeInFlight = z.object({
  cycle_id: z.string(),
  /** What the card is charged. */
  amount: Price,
  currency: CurrencyCode,
  /** The date of its order. */
  on: z.string(),
  /** The member asked for it at once: if the payment fails, it is not placed. */
  is_requested: z.boolean(),
  /** Its order is canceled and refunded once it is paid. */
  is_order_canceled: z.boolean(),
})

export const Subscription = z.object({
  id: z.string(),
  state: State,
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
  currency: CurrencyCode,
  interval_months: z.number().int(),
  activated_at: z.string(),
  canceled_at: z.string().nullable(),
  next_order_on: z.string().nullable(),
  /** Later than the order date while a declined card is tried again; null when nothing is tried. */
  next_attempt_on: z.string().nullable(),
  last_order_on: z.string(),
  /** How many more orders come before it expires; null for one without an end, 0 for one that has expired. */
  remaining_orders: z.number().int().nullable(),
  /** The prepaid term; null before the first order. The days of a pause extend it. */
  prepaidTerm: PrepaidTerm.nullable(),
  /** Null where it is missing in the records, as in `lost`. */
  address: Address.nullable(),
  /** Likewise. */
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      exp_month: z.number().nullable(),
      exp_year: z.number().nullable(),
    })
    .nullable(),
  upcoming_order: UpcomingOrder.nullable(),
  /**
   * Set while an order waits because its card was declined; anyone with `update_card_url` can pay it with another card.
   */
  payment_problem: z
    .object({
      /** The order's date. */
      since: z.string(),
      message: z.string(),
      /** `card` is another one if the member has chosen it since; that one is tried next. Null where it is missing. */
      declined_card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** Whether the member's bank wants them to confirm the card, which the page of `update_card_url` does. */
      asks_to_confirm: z.boolean(),
      /** Null when no attempt comes. */
      next_try_on: z.string().nullable(),
      update_card_url: z.string(),
    })
    .nullable(),
  /** Set while nothing is charged because the member's bank asks about a payment; the message to the member. */
  stopped_message: z.string().nullable(),
  /**
   * Records that the subscription needs and that are missing, each with a sentence; without address or plan there are
   * no orders.
   */
  lost: z.array(z.object({ what: z.enum(['card', 'address', 'plan']), message: z.string() })),
  payment_method_id: z.string(),
  /** The charge in flight; null for none. */
  charge_in_flight: ChargeInFlight.nullable(),
  /** The card that pays from the next order on, once `charge_in_flight` is settled; null for none. */
  waiting_payment_method_id: z.string().nullable(),
  coupon_code: z.string().nullable(),
  /** How many more orders the code counts for; null for all of them. */
  coupon_renewals: z.number().int().nullable(),
  /** The day on which it resumes automatically; null when it is not paused or has no end date. */
  paused_until: z.string().nullable(),
  /** How many orders in a row before the next one were skipped; `unskip` restores the last one. */
  skipped_on: z.array(z.string()),
  actions: z.array(ActionNow),
})

export type Subscription = z.output<typeof Subscription>

/** The shop's calendar date that the answer was given on: what "in 12 days" is counted from. */
const Today = z.string()

/** A member's subscriptions, a part at a time. */
export const listSubscriptions = defineEndpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/ecommerce/subscription/',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({
    /** Without it `upcoming_order` and `last_shipped_at` are null. */
    include_renewal_preview: z.stringbool().default(false),
    /** `next-order`: those with an order to come first, then paused, then ended ones. */
    sort: z.enum(['oldest', 'next-order']).default('oldest'),
    /** `next` of the part before. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  reply: z.object({
    today: Today,
    subscriptions: z.array(
      Subscription.extend({
        /** When its latest shipment was sent; null before the first. */
        last_shipped_at: z.string().nullable(),
      }),
    ),
    /** Begins the part after this one; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

export const viewSubscription = defineEndpoint({
  name: 'viewSubscription',
  method: 'GET',
  path: '/ecommerce/subscription/{id}',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({ id: z.uuid() }),
  reply: Subscription.extend({ today: Today }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

/** The short form that the browser caches under the key `subscriptions` (spec §7). */
export const listPlanSubscriptions = defineEndpoint({
  name: 'listPlanSubscriptions',
  method: 'GET',
  path: '/api/v1/subscription/',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    subscriptions: z.array(
      z.object({
        id: z.string(),
        state: State,
        plan: z.object({ plan_code: z.string() }),
        activated_at: z.string(),
        canceled_at: z.string().nullable(),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})
