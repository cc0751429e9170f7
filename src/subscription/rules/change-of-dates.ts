import { cycleAfter, cycleDate } from './billing-date.ts'
import { agreedAnew, attempted, later } from './change-facts.ts'
import type { Ask, ChangeFacts, Decision } from './change-facts.ts'
import { checkPlanIn, planNamed } from './plan-choice.ts'
import { actionRefused, longestPauseMonths, longestWaitDays, restorableSkip } from './refused-action.ts'
import { endingAfter, expired, remainingAfterOrder } from './remaining-orders.ts'
import { anchoredAt, comesNext, dueOn, rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'

export const skip = ({ steering, today }: ChangeFacts): Decision => {
  const skipped = { number: steering.nextCycle, on: dueOn(steering).toString() }
  const nextCycle = Math.max(steering.nextCycle + 1, cycleAfter(rhythmOf(steering), today))
  return later(attempted({ ...steering, nextCycle, skipped: [...steering.skipped, skipped] }))
}

export const unskip = (facts: ChangeFacts): Decision => {
  const { steering, today } = facts
  const back = restorableSkip(steering, today)
  if (back === null) throw actionRefused('nothing-skipped')
  return later(attempted({ ...steering, nextCycle: back.number, skipped: steering.skipped.slice(0, -1) }))
}

const chosenDay = (text: string, today: Temporal.PlainDate): Temporal.PlainDate => {
  const on = Temporal.PlainDate.from(text)
  if (Temporal.PlainDate.compare(on, today) <= 0) throw actionRefused('date-not-ahead')
  return on
}

const boxDaysOfMonth = 30

/** The last day that can be chosen for the next order; never before the day that it stands on. */
export const furthestOrderDay = (steering: Steering, today: Temporal.PlainDate): Temporal.PlainDate => {
  const last = today.add({ days: steering.intervalMonths * boxDaysOfMonth + longestWaitDays })
  const planned = dueOn(steering)
  return Temporal.PlainDate.compare(planned, last) > 0 ? planned : last
}

/** A day for an order: after today, and not too far. */
const orderDay = (text: string, steering: Steering, today: Temporal.PlainDate): Temporal.PlainDate => {
  const on = chosenDay(text, today)
  if (Temporal.PlainDate.compare(on, furthestOrderDay(steering, today)) > 0)
    throw actionRefused('date-too-far')
  return on
}

export const move = ({ steering, today }: ChangeFacts, { on }: Ask<'move'>): Decision => {
  const day = orderDay(on, steering, today)
  if (day.equals(dueOn(steering))) throw actionRefused('nothing-changes')
  return later(attempted(anchoredAt(steering, day)))
}

export const orderNow = ({ steering, today }: ChangeFacts): Decision => ({
  next: attempted(anchoredAt(steering, today)),
  chargeNow: true,
})

export const pause = ({ steering, today }: ChangeFacts, { until }: Ask<'pause'>): Decision => {
  const day = until === undefined ? null : chosenDay(until, today)
  if (day && Temporal.PlainDate.compare(day, today.add({ months: longestPauseMonths })) > 0)
    throw actionRefused('pause-too-long')
  const pausedUntil = day?.toString() ?? null
  if (steering.state === 'paused' && steering.pausedUntil === pausedUntil)
    throw actionRefused('nothing-changes')
  const pausedOn = steering.pausedOn ?? today.toString()
  return later({ ...steering, state: 'paused', pausedOn, pausedUntil, nextAttemptOn: null })
}

/** After how many more orders it ends by itself. Its dates stay. */
export const setEnd = ({ steering }: ChangeFacts, { orders }: Ask<'set-end'>): Decision => {
  if (steering.remainingOrders === orders) throw actionRefused('nothing-changes')
  return later(endingAfter(steering, orders))
}

export const cancel = ({ steering, now }: ChangeFacts): Decision =>
  later({
    ...steering,
    state: 'canceled',
    canceledAt: now.toString(),
    nextAttemptOn: null,
    pausedOn: null,
    pausedUntil: null,
    addOns: [],
  })

/** Lives, and begins on a day of choice: until then there is nothing to skip or to pause (spec §4). */
const startsOn = (steering: Steering, on: Temporal.PlainDate): Steering => ({
  ...anchoredAt(steering, on),
  state: 'future',
  nextAttemptOn: null,
})

// Nobody who starts again is charged within these days unless they ask for the order now.
const quietDays = 2

export const reactivate = (facts: ChangeFacts, ask: Ask<'reactivate'>): Decision => {
  const { steering, today, plans, country, cycleTried } = facts
  const plan = planNamed(plans, steering.planCode)
  checkPlanIn(country, plan, steering.quantity)
  // A cycle that was tried keeps its number; the same date gets the next one.
  const step = cycleTried ? 1 : 0
  const fresh: Steering = {
    ...steering,
    state: 'active',
    activatedAt: facts.now.toString(),
    // What has had its last order starts again without an end.
    remainingOrders: steering.remainingOrders === 0 ? null : steering.remainingOrders,
    nextCycle: steering.nextCycle + step,
    startCycle: steering.startCycle + step,
  }
  const stillAhead = Temporal.PlainDate.compare(dueOn(fresh), today) > 0
  // Before the end of its term, or the date it had, the subscription goes on at the price agreed to; later it is a new
  // agreement at the price of now.
  const agreed = stillAhead || facts.isPrepaid ? fresh : agreedAnew(facts, fresh, plan)
  if (ask.order_now) return { next: attempted(anchoredAt(agreed, today)), chargeNow: true }
  if (ask.next_order_on !== undefined)
    return later(startsOn(agreed, orderDay(ask.next_order_on, steering, today)))
  if (stillAhead) return later(attempted(agreed))
  const nextCycle = cycleAfter(rhythmOf(agreed), today.add({ days: quietDays }))
  return later(attempted({ ...agreed, nextCycle: Math.max(agreed.nextCycle, nextCycle) }))
}

/** The subscription once its order of today is placed: what a change that charges at once goes on with. */
export const afterOrder = (steering: Steering): Steering => {
  const addOns = steering.addOns.filter((addOn) => !comesNext(steering, addOn))
  const remainingOrders = remainingAfterOrder(steering)
  const ordered = { ...steering, nextCycle: steering.nextCycle + 1, skipped: [], addOns, remainingOrders }
  if (remainingOrders === 0) return expired(ordered)
  return { ...ordered, nextAttemptOn: cycleDate(rhythmOf(ordered), ordered.nextCycle).toString() }
}
