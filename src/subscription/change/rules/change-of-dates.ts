import { cycleAfter } from '#subscription/record/rules/billing-schedule.ts'
import { withCurrentPrice, withoutCharge } from './change.ts'
import type { ChangeOf, ChangeFacts, Decision } from './change.ts'
import { checkPlanInCountry, findPlan } from '#subscription/record/rules/plan-choice.ts'
import {
  actionRefused,
  maxPauseMonths,
  maxWaitDays,
  restorableSkip,
} from '#subscription/record/rules/action-refusal.ts'
import { endingAfterOrders } from '#subscription/record/rules/remaining-orders.ts'
import {
  withAnchor,
  dueOn,
  billingScheduleOf,
  withNextAttempt,
} from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

export const skip = ({ terms, today, chargeInFlight }: ChangeFacts): Decision => {
  // A member who skips while an order is being charged means that one.
  if (chargeInFlight && !chargeInFlight.isOrderCanceled)
    return { ...withoutCharge(terms), cancelsChargedOrder: true }
  const skipped = { number: terms.nextCycle, on: dueOn(terms).toString() }
  const nextCycle = Math.max(terms.nextCycle + 1, cycleAfter(billingScheduleOf(terms), today))
  return withoutCharge(withNextAttempt({ ...terms, nextCycle, skipped: [...terms.skipped, skipped] }))
}

export const unskip = (facts: ChangeFacts): Decision => {
  const { terms, today } = facts
  const skippedCycle = restorableSkip(terms, today)
  if (skippedCycle === null) throw actionRefused('nothing-skipped')
  return withoutCharge(
    withNextAttempt({ ...terms, nextCycle: skippedCycle.number, skipped: terms.skipped.slice(0, -1) }),
  )
}

const chosenDay = (text: string, today: Temporal.PlainDate): Temporal.PlainDate => {
  const on = Temporal.PlainDate.from(text)
  if (Temporal.PlainDate.compare(on, today) <= 0) throw actionRefused('date-not-ahead')
  return on
}

const daysPerMonth = 30

/** The last date that can be chosen for the next order; never before its current date. */
export const lastOrderDay = (terms: SubscriptionTerms, today: Temporal.PlainDate): Temporal.PlainDate => {
  const last = today.add({ days: terms.intervalMonths * daysPerMonth + maxWaitDays })
  const planned = dueOn(terms)
  return Temporal.PlainDate.compare(planned, last) > 0 ? planned : last
}

/** A day for an order: after today, and not too far. */
const orderDay = (text: string, terms: SubscriptionTerms, today: Temporal.PlainDate): Temporal.PlainDate => {
  const on = chosenDay(text, today)
  if (Temporal.PlainDate.compare(on, lastOrderDay(terms, today)) > 0) throw actionRefused('date-too-far')
  return on
}

export const move = ({ terms, today }: ChangeFacts, { on }: ChangeOf<'move'>): Decision => {
  const day = orderDay(on, terms, today)
  if (day.equals(dueOn(terms))) throw actionRefused('nothing-changes')
  return withoutCharge(withNextAttempt(withAnchor(terms, day)))
}

export const orderNow = ({ terms, today }: ChangeFacts): Decision => ({
  next: withNextAttempt(withAnchor(terms, today)),
  chargeNow: true,
})

export const pause = ({ terms, today }: ChangeFacts, { until }: ChangeOf<'pause'>): Decision => {
  const day = until === undefined ? null : chosenDay(until, today)
  if (day && Temporal.PlainDate.compare(day, today.add({ months: maxPauseMonths })) > 0)
    throw actionRefused('pause-too-long')
  const pausedUntil = day?.toString() ?? null
  if (terms.state === 'paused' && terms.pausedUntil === pausedUntil) throw actionRefused('nothing-changes')
  const pausedOn = terms.pausedOn ?? today.toString()
  return withoutCharge({ ...terms, state: 'paused', pausedOn, pausedUntil, nextAttemptOn: null })
}

/** After how many more orders it ends automatically. Its dates stay. */
export const setEnd = ({ terms }: ChangeFacts, { orders }: ChangeOf<'set-end'>): Decision => {
  if (terms.remainingOrders === orders) throw actionRefused('nothing-changes')
  return withoutCharge(endingAfterOrders(terms, orders))
}

export const cancel = ({ terms, now }: ChangeFacts): Decision =>
  withoutCharge({
    ...terms,
    state: 'canceled',
    canceledAt: now.toString(),
    nextAttemptOn: null,
    pausedOn: null,
    pausedUntil: null,
    addOns: [],
  })

/** Live, and starts on a chosen day: until then there is nothing to skip or to pause (spec §4). */
const startingOn = (terms: SubscriptionTerms, on: Temporal.PlainDate): SubscriptionTerms => ({
  ...withAnchor(terms, on),
  state: 'future',
  nextAttemptOn: null,
})

// After a restart nothing is charged within these days unless the member requests the order now.
const minDaysBeforeCharge = 2

export const reactivate = (facts: ChangeFacts, change: ChangeOf<'reactivate'>): Decision => {
  const { terms, today, plans, country, cycleTried } = facts
  const plan = findPlan(plans, terms.planCode)
  checkPlanInCountry(country, plan, terms.quantity)
  // A cycle that was attempted keeps its number; the same date gets the next number.
  const cycleStep = cycleTried ? 1 : 0
  const restarted: SubscriptionTerms = {
    ...terms,
    state: 'active',
    activatedAt: facts.now.toString(),
    // What has had its last order starts again without an end.
    remainingOrders: terms.remainingOrders === 0 ? null : terms.remainingOrders,
    nextCycle: terms.nextCycle + cycleStep,
    startCycle: terms.startCycle + cycleStep,
  }
  const isDateAhead = Temporal.PlainDate.compare(dueOn(restarted), today) > 0
  // Before the end of its term, or before the date it had, the subscription continues at the agreed price; later it
  // is a new
  // agreement at the price of now.
  const priced = isDateAhead || facts.isPrepaid ? restarted : withCurrentPrice(facts, restarted, plan)
  if (change.order_now) return { next: withNextAttempt(withAnchor(priced, today)), chargeNow: true }
  if (change.next_order_on !== undefined)
    return withoutCharge(startingOn(priced, orderDay(change.next_order_on, terms, today)))
  if (isDateAhead) return withoutCharge(withNextAttempt(priced))
  const nextCycle = cycleAfter(billingScheduleOf(priced), today.add({ days: minDaysBeforeCharge }))
  return withoutCharge(withNextAttempt({ ...priced, nextCycle: Math.max(priced.nextCycle, nextCycle) }))
}
