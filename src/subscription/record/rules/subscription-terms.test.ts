import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../../test/support/property.ts'
import { newChangeFacts, day, newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import { isShopError } from '#shared/errors.ts'
import { cycleAfter, cycleDate } from './billing-schedule.ts'
import type { Change, Decision } from '#subscription/change/rules/change.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import {
  termsAtNextOrder,
  dueOn,
  resumedTerms,
  billingScheduleOf,
  activatedOnDay,
} from './subscription-terms.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'
import { isLive } from './subscription-state.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { termsAfterOrder } from './remaining-orders.ts'

/** A simulated subscription: what the engine does, with nothing but the rules. */
interface Simulation {
  today: Temporal.PlainDate
  terms: SubscriptionTerms
  readonly billed: Map<number, string>
  /** What the member was last shown for the next order. */
  predicted: number | null
  id: number
  /** Orders with the own item that remain, counted independently; null without an end. */
  predictedCents: number | null
}

const totalOf = (terms: SubscriptionTerms): number | null =>
  upcomingOrder(terms, renewalOf(terms))?.price.totals.totalCents ?? null

const bill = (simulation: Simulation): void => {
  const { terms, today, billed } = simulation
  expect(billed.has(terms.nextCycle)).toBe(false)
  billed.set(terms.nextCycle, today.toString())
  expect(totalOf(terms)).toBe(simulation.predicted)
  const next = termsAfterOrder(terms)
  // An order without the own item does not count.
  const hadOwn = upcomingOrder(terms, renewalOf(terms))?.addOnIds.includes(null)
  if (simulation.predictedCents !== null && hadOwn) simulation.predictedCents -= 1
  if (simulation.predictedCents === 0) {
    expect(next).toMatchObject({ state: 'expired', addOns: [], nextAttemptOn: null })
    simulation.terms = next
    simulation.predicted = totalOf(next)
    expect(simulation.predicted).toBeNull()
    return
  }
  const nextCycle = Math.max(next.nextCycle, cycleAfter(billingScheduleOf(next), today))
  const nextAttemptOn = cycleDate(billingScheduleOf(next), nextCycle).toString()
  simulation.terms = { ...next, nextCycle, nextAttemptOn }
  simulation.predicted = totalOf(simulation.terms)
}

const simulateDay = (simulation: Simulation): void => {
  simulation.today = simulation.today.add({ days: 1 })
  const { pausedUntil } = simulation.terms
  if (pausedUntil !== null && pausedUntil <= simulation.today.toString())
    simulation.terms = resumedTerms(simulation.terms, day(pausedUntil))
  const { state } = simulation.terms
  if (state === 'future' && dueOn(simulation.terms).equals(simulation.today))
    simulation.terms = activatedOnDay(simulation.terms)
  const { nextAttemptOn } = simulation.terms
  if (nextAttemptOn !== null && nextAttemptOn <= simulation.today.toString()) bill(simulation)
}

const decided = (simulation: Simulation, change: Change): Decision | null => {
  simulation.id += 1
  try {
    return decideChange(
      newChangeFacts(simulation.terms, {
        today: simulation.today,
        now: simulation.today.toZonedDateTime('UTC').toInstant(),
        newId: `018f0000-0000-7000-8000-${String(simulation.id).padStart(12, '0')}`,
      }),
      change,
    )
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code !== 'UNKNOWN') return null
    throw thrown
  }
}

const checkSimulation = ({ terms, today, billed, predictedCents }: Simulation): void => {
  const { state, nextAttemptOn, nextCycle } = terms
  expect(nextAttemptOn === null).toBe(state !== 'active')
  expect(terms.remainingOrders).toBe(predictedCents)
  expect(state === 'expired').toBe(predictedCents === 0)
  if (state === 'active') {
    expect(nextAttemptOn).toBe(dueOn(terms).toString())
    expect((nextAttemptOn ?? '') > today.toString()).toBe(true)
  }
  if (isLive(state)) for (const number of billed.keys()) expect(number).toBeLessThan(nextCycle)
  for (const skipped of terms.skipped) expect(billed.has(skipped.number)).toBe(false)
  expect(termsAtNextOrder(terms) === null).toBe(
    state !== 'active' && state !== 'future' && terms.pausedUntil === null,
  )
}

const days = fc.integer({ min: -3, max: 400 })

type Step = (today: Temporal.PlainDate, terms: SubscriptionTerms) => Change

const fixedAction = (change: Change): fc.Arbitrary<Step> => fc.constant(() => change)

const steps: fc.Arbitrary<Step> = fc.oneof(
  fixedAction({ action: 'skip' }),
  fixedAction({ action: 'unskip' }),
  days.map((ahead): Step => (today) => ({ action: 'move', on: today.add({ days: ahead }).toString() })),
  fixedAction({ action: 'order-now' }),
  fixedAction({ action: 'pause' }),
  days.map((ahead): Step => (today) => ({ action: 'pause', until: today.add({ days: ahead }).toString() })),
  fixedAction({ action: 'resume' }),
  fc.constantFrom('syn-rf', 'syn-rf-3mo', 'vs-rf', 'vs-rf-3mo', 'pds-rf').map((plan_code): Step => () => ({
    action: 'swap',
    plan_code,
  })),
  fc.integer({ min: 1, max: 5 }).map((quantity): Step => () => ({ action: 'change-quantity', quantity })),
  fc.constantFrom(1, 3, 6).map((interval_months): Step => () => ({
    action: 'change-frequency',
    interval_months,
  })),
  fc.constantFrom('vs-rst', 'syn-rf', 'pds-rf').map((plan_code): Step => () => ({
    action: 'add-one-time',
    plan_code,
    quantity: 1,
  })),
  fixedAction({ action: 'skip-item' }),
  fixedAction({ action: 'unskip-item' }),
  fc.constant<Step>((_, { addOns }) => ({ action: 'skip-item', add_on_id: addOns[0]?.id ?? '' })),
  fc.constant<Step>((_, { addOns }) => ({ action: 'remove-one-time', add_on_id: addOns[0]?.id ?? '' })),
  fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }).map((orders): Step => () => ({
    action: 'set-end',
    orders,
  })),
  fixedAction({ action: 'cancel' }),
  fc.boolean().map((order_now): Step => () => ({ action: 'reactivate', order_now })),
  days.map((ahead): Step => (today) => ({
    action: 'reactivate',
    order_now: false,
    next_order_on: today.add({ days: ahead }).toString(),
  })),
)

const simulations = fc.array(fc.tuple(steps, fc.integer({ min: 0, max: 45 })), {
  minLength: 1,
  maxLength: 25,
})

test('after any member actions each cycle is billed once at the last shown amount, and the next date is in the future', () => {
  assertProperty(
    fc.property(fc.integer({ min: 0, max: 365 }), simulations, (start, walk) => {
      const anchorOn = day('2031-01-01').add({ days: start })
      const first = newTerms({ anchorOn: anchorOn.toString() })
      const terms = { ...first, nextAttemptOn: dueOn(first).toString() }
      const simulation: Simulation = {
        today: anchorOn,
        terms,
        billed: new Map(),
        predicted: totalOf(first),
        id: 0,
        predictedCents: null,
      }
      for (const [step, waitDays] of walk) {
        const change = step(simulation.today, simulation.terms)
        const decision = decided(simulation, change)
        if (decision) {
          if (change.action === 'set-end') simulation.predictedCents = change.orders
          if (change.action === 'reactivate' && simulation.predictedCents === 0)
            simulation.predictedCents = null
          simulation.terms = decision.next
          simulation.predicted = totalOf(decision.next)
          if (decision.chargeNow) bill(simulation)
        }
        checkSimulation(simulation)
        for (let passed = 0; passed < waitDays; passed += 1) simulateDay(simulation)
        checkSimulation(simulation)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('dates after a change of frequency stay on the anchor day, also at month ends', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 1_461 }),
      fc.array(fc.constantFrom(1, 3, 6), { minLength: 1, maxLength: 8 }),
      (start, intervals) => {
        const anchorOn = day('2028-01-01').add({ days: start })
        let terms = newTerms({ anchorOn: anchorOn.toString() })
        for (const interval_months of intervals) {
          if (interval_months !== terms.intervalMonths) {
            const before = dueOn(terms)
            const today = before.subtract({ days: 3 })
            const change = { action: 'change-frequency', interval_months } as const
            terms = decideChange(newChangeFacts(terms, { today }), change).next
            expect(dueOn(terms).equals(before)).toBe(true)
          }
          terms = { ...terms, nextCycle: terms.nextCycle + 1 }
          const due = dueOn(terms)
          expect(due.day).toBe(Math.min(anchorOn.day, due.daysInMonth))
        }
      },
    ),
  )
})
