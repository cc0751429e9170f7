import { z } from 'zod'
import { Address } from '#shared/address.ts'
import { maxRemainingOrders } from '#subscription/record/rules/remaining-orders.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { CouponOffer } from '#coupon/rules/coupon.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ActionFacts } from '#subscription/record/rules/action-refusal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const Day = z.iso.date('Please choose a date.')
const invalidCode = 'Kindly enter a valid promo code.'
const PlanCode = z.string().min(1, 'Please choose a product.').max(40)
const Quantity = z.number().int().min(1, 'Please choose a whole number from 1.')

/**
 * Why a member cancels (spec §3, "Cancellation payload"); all missing or null means "Prefer not to say" (ruling 22).
 */
export const CancellationReason = z.object({
  cancellationReasonId: z.string().max(60).nullish(),
  cancellationReasonText: z.string().trim().max(1000).nullish(),
  secondaryReasonId: z.string().max(60).nullish(),
})

/** Everything a member can ask of a subscription. Dates are ISO dates of the shop's calendar. */
export const Change = z.discriminatedUnion('action', [
  z.object({ action: z.literal('skip') }),
  z.object({ action: z.literal('unskip') }),
  /** Skips one item of the next order; without an id the subscription's own item. */
  z.object({ action: z.literal('skip-item'), add_on_id: z.uuid().optional() }),
  z.object({ action: z.literal('unskip-item'), add_on_id: z.uuid().optional() }),
  z.object({ action: z.literal('move'), on: Day }),
  z.object({ action: z.literal('order-now') }),
  /** Without a day: until the member resumes. */
  z.object({ action: z.literal('pause'), until: Day.optional() }),
  z.object({ action: z.literal('resume') }),
  /** Another product; the quantity stays unless one is given. */
  z.object({ action: z.literal('swap'), plan_code: PlanCode, quantity: Quantity.optional() }),
  z.object({ action: z.literal('change-quantity'), quantity: Quantity }),
  z.object({ action: z.literal('change-frequency'), interval_months: z.number().int() }),
  z.object({ action: z.literal('add-one-time'), plan_code: PlanCode, quantity: Quantity.default(1) }),
  z.object({ action: z.literal('remove-one-time'), add_on_id: z.uuid() }),
  z.object({ action: z.literal('change-address'), address: Address }),
  z.object({ action: z.literal('change-payment-method'), payment_method_id: z.uuid() }),
  z.object({
    action: z.literal('apply-coupon'),
    code: z.string(invalidCode).trim().min(1, invalidCode).max(60, invalidCode),
  }),
  /** Ends automatically after this many more orders; null: it continues until it is canceled. */
  z.object({
    action: z.literal('set-end'),
    orders: z
      .number('Please choose how many orders you’d like before it ends.')
      .int('Please choose a whole number of orders.')
      .min(1, 'Please choose a whole number of orders.')
      .max(maxRemainingOrders, `Please choose at most ${maxRemainingOrders} orders.`)
      .nullable(),
  }),
  CancellationReason.extend({ action: z.literal('cancel') }),
  /** The first order comes at once only when requested; otherwise on the given day, or on the next of its dates. */
  z.object({
    action: z.literal('reactivate'),
    order_now: z.boolean().default(false),
    next_order_on: Day.optional(),
  }),
])

export type Change = z.output<typeof Change>

/** Everything a change is decided from. */
export interface ChangeFacts extends ActionFacts {
  readonly plans: Plans
  /** The number of the latest price increase of each plan that has one. */
  readonly latestIncreases: ReadonlyMap<string, number>
  readonly now: Temporal.Instant
  /** Of the address of the next order after the change. */
  readonly country: string
  /** The next cycle was tried before: its number is used up when the subscription starts again. */
  readonly cycleTried: boolean
  /** The prepaid term ends after today. */
  readonly isPrepaid: boolean
  /** The id of the record that the change adds: an address, an add-on. */
  readonly newId: string
  /** The charge behind `chargeInFlight`, with its amount. */
  readonly chargeInFlight?: ChargeInFlight | null
  /** The requested code, with its coupon; null for every other change. */
  readonly offer: CouponOffer | null
}

/** The result of a change: the subscription after it, and whether its next order is charged at once. */
export interface Decision {
  readonly next: SubscriptionTerms
  readonly chargeNow: boolean
  /** The order that is being charged is canceled once it is paid: it is what the member skips. */
  readonly cancelsChargedOrder?: boolean
}

export type ChangeOf<A extends Change['action']> = Extract<Change, { readonly action: A }>

/** A new agreement about the price: the current price, to which no increase known by now applies. */
export const withCurrentPrice = (
  { latestIncreases }: Pick<ChangeFacts, 'latestIncreases'>,
  terms: SubscriptionTerms,
  plan: Plan,
): SubscriptionTerms => ({
  ...terms,
  planCode: plan.code,
  unitPriceCents: plan.priceCents,
  agreedAfterIncrease: latestIncreases.get(plan.code) ?? 0,
})

/** Nothing is charged before the next order date. */
export const withoutCharge = (next: SubscriptionTerms): Decision => ({ next, chargeNow: false })
