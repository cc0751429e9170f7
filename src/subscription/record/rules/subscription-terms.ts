import { z } from 'zod'
import { cycleDate } from './billing-schedule.ts'
import type { BillingSchedule } from './billing-schedule.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

const Day = z.iso.date()

/** What comes once with the next order. */
const AddOn = z.object({
  id: z.string(),
  planCode: z.string(),
  quantity: z.number().int(),
  /** Of the day it was added. */
  unitPriceCents: z.number().int(),
  /** It is skipped until this cycle. */
  fromCycle: z.number().int().default(0),
})

export type AddOn = z.output<typeof AddOn>

/** A skipped cycle, with its original date. */
const SkippedCycle = z.object({ number: z.number().int(), on: Day })

/**
 * Everything of a subscription that a member can change, as plain data: a change turns one value into another, both are
 * stored, and undo restores the first. Days and instants are ISO text.
 */
export const SubscriptionTerms = z.object({
  state: z.enum(['active', 'future', 'paused', 'canceled', 'expired', 'failed']),
  planCode: z.string(),
  quantity: z.number().int(),
  unitPriceCents: z.number().int(),
  /** For life; USD in changes from before it was stored. */
  currency: CurrencyCode.default('USD'),
  /** The number of the latest price increase of its plan that the price agreed to is newer than; 0 for none. */
  agreedAfterIncrease: z.number().int().default(0),
  intervalMonths: z.number().int(),
  anchorOn: Day,
  startCycle: z.number().int(),
  startMonths: z.number().int(),
  nextCycle: z.number().int(),
  /** When the worker checks it; null in every state except active. */
  nextAttemptOn: Day.nullable(),
  pausedOn: Day.nullable(),
  pausedUntil: Day.nullable(),
  addressId: z.string(),
  paymentMethodId: z.string(),
  couponCode: z.string().nullable(),
  /** How many more orders it counts for; null for all of them. */
  couponRenewals: z.number().int().nullable().default(null),
  /** How many more orders come before it expires; null for one without an end, 0 once it has had its last. */
  remainingOrders: z.number().int().nullable().default(null),
  activatedAt: z.string(),
  canceledAt: z.string().nullable(),
  /** In a row right before the next cycle, the earliest first. */
  skipped: z.array(SkippedCycle),
  addOns: z.array(AddOn),
  /** The cycle whose order comes without the subscription's own item; null for none. */
  itemSkippedCycle: z.number().int().nullable().default(null),
})

export type SubscriptionTerms = z.output<typeof SubscriptionTerms>

/** Whether two ISO instants are the same moment, however they are written; null is its own. */
export const sameInstant = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Temporal.Instant.from(a).equals(Temporal.Instant.from(b)))

/** Whether two subscriptions are the same in everything that members can change. */
export const hasSameTerms = (a: SubscriptionTerms, b: SubscriptionTerms): boolean => {
  const serialized = (one: SubscriptionTerms): string =>
    JSON.stringify(SubscriptionTerms.parse({ ...one, activatedAt: '', canceledAt: null }))
  return (
    serialized(a) === serialized(b) &&
    sameInstant(a.activatedAt, b.activatedAt) &&
    sameInstant(a.canceledAt, b.canceledAt)
  )
}

/** What was added and comes with the next order. */
export const isInNextOrder = (
  { nextCycle }: Pick<SubscriptionTerms, 'nextCycle'>,
  { fromCycle }: AddOn,
): boolean => fromCycle <= nextCycle

/** Whether the next order comes without the subscription's own item. Never an empty box. */
export const skipsOwnItem = (terms: SubscriptionTerms): boolean =>
  terms.itemSkippedCycle === terms.nextCycle && terms.addOns.some((addOn) => isInNextOrder(terms, addOn))

export const billingScheduleOf = (terms: SubscriptionTerms): BillingSchedule => ({
  anchorOn: Temporal.PlainDate.from(terms.anchorOn),
  intervalMonths: terms.intervalMonths,
  startCycle: terms.startCycle,
  startMonths: terms.startMonths,
})

/** The date of the next cycle, whether it will come or not. */
export const dueOn = (terms: SubscriptionTerms): Temporal.PlainDate =>
  cycleDate(billingScheduleOf(terms), terms.nextCycle)

/** From here on dates are counted from a chosen day, for the next cycle. */
export const withAnchor = (terms: SubscriptionTerms, on: Temporal.PlainDate): SubscriptionTerms => ({
  ...terms,
  anchorOn: on.toString(),
  startCycle: terms.nextCycle,
  startMonths: 0,
})

/**
 * Resumes after a pause: the days that remained until the next order remain again, so that the member keeps what is
 * paid and unused. When no day has passed, the dates stay.
 */
export const resumedTerms = (terms: SubscriptionTerms, on: Temporal.PlainDate): SubscriptionTerms => {
  const pausedOn = Temporal.PlainDate.from(terms.pausedOn ?? on.toString())
  const left = pausedOn.until(dueOn(terms), { largestUnit: 'days' }).days
  const keepsDate = left > 0 && Temporal.PlainDate.compare(pausedOn, on) === 0
  const moved = keepsDate ? terms : withAnchor(terms, on.add({ days: Math.max(1, left) }))
  return {
    ...moved,
    state: 'active',
    pausedOn: null,
    pausedUntil: null,
    nextAttemptOn: dueOn(moved).toString(),
  }
}

/** The day has come that a member chose for the start: from here on it is billed like any other. */
export const activatedOnDay = (terms: SubscriptionTerms): SubscriptionTerms => ({
  ...terms,
  state: 'active',
  nextAttemptOn: dueOn(terms).toString(),
})

/** The subscription as it will be when its next order comes; null when none is coming. */
export const termsAtNextOrder = (terms: SubscriptionTerms): SubscriptionTerms | null => {
  switch (terms.state) {
    case 'active':
      return terms
    case 'paused':
      return terms.pausedUntil === null
        ? null
        : resumedTerms(terms, Temporal.PlainDate.from(terms.pausedUntil))
    case 'future':
      return activatedOnDay(terms)
    case 'canceled':
    case 'expired':
    case 'failed':
      return null
    default:
      return terms.state satisfies never
  }
}

/** The worker checks an active subscription on its order date only. */
export const withNextAttempt = (terms: SubscriptionTerms): SubscriptionTerms => ({
  ...terms,
  nextAttemptOn: terms.state === 'active' ? dueOn(terms).toString() : null,
})
