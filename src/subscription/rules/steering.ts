import { z } from 'zod'
import { cycleDate } from './billing-date.ts'
import type { Rhythm } from './billing-date.ts'

const Day = z.iso.date()

/** What comes once with the next order. */
const AddOn = z.object({
  id: z.string(),
  planCode: z.string(),
  quantity: z.number().int(),
  /** Of the day it was added. */
  unitPriceCents: z.number().int(),
  /** It stays back until this cycle. */
  fromCycle: z.number().int().default(0),
})

export type AddOn = z.output<typeof AddOn>

/** A cycle that was let pass, with the date it had. */
const SkippedCycle = z.object({ number: z.number().int(), on: Day })

/**
 * Everything of a subscription that a member can change, as plain data: a change turns one into another, both are kept,
 * and undoing a change is going back to the first. Days and instants are ISO text.
 */
export const Steering = z.object({
  state: z.enum(['active', 'future', 'paused', 'canceled', 'expired', 'failed']),
  planCode: z.string(),
  quantity: z.number().int(),
  unitPriceCents: z.number().int(),
  /** The number of the latest price increase of its plan that the price agreed to is newer than; 0 for none. */
  agreedAfterIncrease: z.number().int().default(0),
  intervalMonths: z.number().int(),
  anchorOn: Day,
  startCycle: z.number().int(),
  startMonths: z.number().int(),
  nextCycle: z.number().int(),
  /** When the worker looks at it; null in every state but active. */
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

export type Steering = z.output<typeof Steering>

const sameInstant = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Temporal.Instant.from(a).equals(Temporal.Instant.from(b)))

/** Whether two subscriptions stand alike in everything that members steer. */
export const steersAlike = (a: Steering, b: Steering): boolean => {
  const rest = (one: Steering): string =>
    JSON.stringify(Steering.parse({ ...one, activatedAt: '', canceledAt: null }))
  return (
    rest(a) === rest(b) &&
    sameInstant(a.activatedAt, b.activatedAt) &&
    sameInstant(a.canceledAt, b.canceledAt)
  )
}

/** What was added and comes with the next order. */
export const comesNext = ({ nextCycle }: Pick<Steering, 'nextCycle'>, { fromCycle }: AddOn): boolean =>
  fromCycle <= nextCycle

/** Whether the next order comes without the subscription's own item. Never an empty box. */
export const ownItemStaysBack = (steering: Steering): boolean =>
  steering.itemSkippedCycle === steering.nextCycle &&
  steering.addOns.some((addOn) => comesNext(steering, addOn))

export const rhythmOf = (steering: Steering): Rhythm => ({
  anchorOn: Temporal.PlainDate.from(steering.anchorOn),
  intervalMonths: steering.intervalMonths,
  startCycle: steering.startCycle,
  startMonths: steering.startMonths,
})

/** The date of the next cycle, whether it will come or not. */
export const dueOn = (steering: Steering): Temporal.PlainDate =>
  cycleDate(rhythmOf(steering), steering.nextCycle)

/** From here on dates are counted from a day that somebody chose, for the next cycle. */
export const anchoredAt = (steering: Steering, on: Temporal.PlainDate): Steering => ({
  ...steering,
  anchorOn: on.toString(),
  startCycle: steering.nextCycle,
  startMonths: 0,
})

/**
 * Goes on after a pause: the days that were left until the next order are left again, so that what is paid for and not
 * used up stays the member's. Without a day in between, the dates stay as they were.
 */
export const resumedOn = (steering: Steering, on: Temporal.PlainDate): Steering => {
  const pausedOn = Temporal.PlainDate.from(steering.pausedOn ?? on.toString())
  const left = pausedOn.until(dueOn(steering), { largestUnit: 'days' }).days
  const stays = left > 0 && Temporal.PlainDate.compare(pausedOn, on) === 0
  const moved = stays ? steering : anchoredAt(steering, on.add({ days: Math.max(1, left) }))
  return {
    ...moved,
    state: 'active',
    pausedOn: null,
    pausedUntil: null,
    nextAttemptOn: dueOn(moved).toString(),
  }
}

/** The day has come that a member chose for the start: from here on it is billed like any other. */
export const startedOnDay = (steering: Steering): Steering => ({
  ...steering,
  state: 'active',
  nextAttemptOn: dueOn(steering).toString(),
})

/** The subscription as it will be when its next order comes; null when none is coming. */
export const asOrdered = (steering: Steering): Steering | null => {
  switch (steering.state) {
    case 'active':
      return steering
    case 'paused':
      return steering.pausedUntil === null
        ? null
        : resumedOn(steering, Temporal.PlainDate.from(steering.pausedUntil))
    case 'future':
      return startedOnDay(steering)
    case 'canceled':
    case 'expired':
    case 'failed':
      return null
    default:
      return steering.state satisfies never
  }
}
