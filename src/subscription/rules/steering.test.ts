import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { asked, day, held, renewalOf } from '../../../test/support/steering-cases.ts'
import { isShopError } from '#shared/errors.ts'
import { cycleAfter, cycleDate } from './billing-date.ts'
import type { Change } from './change.ts'
import type { Decision } from './change-facts.ts'
import { afterOrder } from './change-of-dates.ts'
import { decideChange } from './decide-change.ts'
import { asOrdered, dueOn, resumedOn, rhythmOf, startedOnDay } from './steering.ts'
import type { Steering } from './steering.ts'
import { isLive } from './subscription-state.ts'
import { upcomingOrder } from './upcoming-order.ts'

/** A subscription that is lived through: what the engine does, with nothing but the rules. */
interface Life {
  today: Temporal.PlainDate
  steering: Steering
  readonly billed: Map<number, string>
  /** What the member was last shown for the next order. */
  shown: number | null
  id: number
  /** Orders with the own item that are left by a count of its own; null without an end. */
  left: number | null
}

const totalOf = (steering: Steering): number | null =>
  upcomingOrder(steering, renewalOf(steering))?.price.totalCents ?? null

const bill = (life: Life): void => {
  const { steering, today, billed } = life
  expect(billed.has(steering.nextCycle)).toBe(false)
  billed.set(steering.nextCycle, today.toString())
  expect(totalOf(steering)).toBe(life.shown)
  const next = afterOrder(steering)
  // What came without its own item is none of them.
  const hadOwn = upcomingOrder(steering, renewalOf(steering))?.addOnIds.includes(null)
  if (life.left !== null && hadOwn) life.left -= 1
  if (life.left === 0) {
    expect(next).toMatchObject({ state: 'expired', addOns: [], nextAttemptOn: null })
    life.steering = next
    life.shown = totalOf(next)
    expect(life.shown).toBeNull()
    return
  }
  const nextCycle = Math.max(next.nextCycle, cycleAfter(rhythmOf(next), today))
  const nextAttemptOn = cycleDate(rhythmOf(next), nextCycle).toString()
  life.steering = { ...next, nextCycle, nextAttemptOn }
  life.shown = totalOf(life.steering)
}

const liveADay = (life: Life): void => {
  life.today = life.today.add({ days: 1 })
  const { pausedUntil } = life.steering
  if (pausedUntil !== null && pausedUntil <= life.today.toString())
    life.steering = resumedOn(life.steering, day(pausedUntil))
  const { state } = life.steering
  if (state === 'future' && dueOn(life.steering).equals(life.today))
    life.steering = startedOnDay(life.steering)
  const { nextAttemptOn } = life.steering
  if (nextAttemptOn !== null && nextAttemptOn <= life.today.toString()) bill(life)
}

const decided = (life: Life, change: Change): Decision | null => {
  life.id += 1
  try {
    return decideChange(
      asked(life.steering, {
        today: life.today,
        now: life.today.toZonedDateTime('UTC').toInstant(),
        newId: `018f0000-0000-7000-8000-${String(life.id).padStart(12, '0')}`,
      }),
      change,
    )
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code !== 'UNKNOWN') return null
    throw thrown
  }
}

const checkLife = ({ steering, today, billed, left }: Life): void => {
  const { state, nextAttemptOn, nextCycle } = steering
  expect(nextAttemptOn === null).toBe(state !== 'active')
  expect(steering.remainingOrders).toBe(left)
  expect(state === 'expired').toBe(left === 0)
  if (state === 'active') {
    expect(nextAttemptOn).toBe(dueOn(steering).toString())
    expect((nextAttemptOn ?? '') > today.toString()).toBe(true)
  }
  if (isLive(state)) for (const number of billed.keys()) expect(number).toBeLessThan(nextCycle)
  for (const skipped of steering.skipped) expect(billed.has(skipped.number)).toBe(false)
  expect(asOrdered(steering) === null).toBe(
    state !== 'active' && state !== 'future' && steering.pausedUntil === null,
  )
}

const days = fc.integer({ min: -3, max: 400 })

type Step = (today: Temporal.PlainDate, steering: Steering) => Change

const fixed = (change: Change): fc.Arbitrary<Step> => fc.constant(() => change)

const steps: fc.Arbitrary<Step> = fc.oneof(
  fixed({ action: 'skip' }),
  fixed({ action: 'unskip' }),
  days.map((ahead): Step => (today) => ({ action: 'move', on: today.add({ days: ahead }).toString() })),
  fixed({ action: 'order-now' }),
  fixed({ action: 'pause' }),
  days.map((ahead): Step => (today) => ({ action: 'pause', until: today.add({ days: ahead }).toString() })),
  fixed({ action: 'resume' }),
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
  fixed({ action: 'skip-item' }),
  fixed({ action: 'unskip-item' }),
  fc.constant<Step>((_, { addOns }) => ({ action: 'skip-item', add_on_id: addOns[0]?.id ?? '' })),
  fc.constant<Step>((_, { addOns }) => ({ action: 'remove-one-time', add_on_id: addOns[0]?.id ?? '' })),
  fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }).map((orders): Step => () => ({
    action: 'set-end',
    orders,
  })),
  fixed({ action: 'cancel' }),
  fc.boolean().map((order_now): Step => () => ({ action: 'reactivate', order_now })),
  days.map((ahead): Step => (today) => ({
    action: 'reactivate',
    order_now: false,
    next_order_on: today.add({ days: ahead }).toString(),
  })),
)

const lives = fc.array(fc.tuple(steps, fc.integer({ min: 0, max: 45 })), { minLength: 1, maxLength: 25 })

test('whatever a member does, each cycle is billed once at the sum last shown, and the next date lies ahead', () => {
  assertProperty(
    fc.property(fc.integer({ min: 0, max: 365 }), lives, (start, walk) => {
      const anchorOn = day('2031-01-01').add({ days: start })
      const first = held({ anchorOn: anchorOn.toString() })
      const steering = { ...first, nextAttemptOn: dueOn(first).toString() }
      const life: Life = {
        today: anchorOn,
        steering,
        billed: new Map(),
        shown: totalOf(first),
        id: 0,
        left: null,
      }
      for (const [step, wait] of walk) {
        const change = step(life.today, life.steering)
        const decision = decided(life, change)
        if (decision) {
          if (change.action === 'set-end') life.left = change.orders
          if (change.action === 'reactivate' && life.left === 0) life.left = null
          life.steering = decision.next
          life.shown = totalOf(decision.next)
          if (decision.chargeNow) bill(life)
        }
        checkLife(life)
        for (let passed = 0; passed < wait; passed += 1) liveADay(life)
        checkLife(life)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the dates after a change of rhythm stay on the day of the anchor, month ends and all', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 1_461 }),
      fc.array(fc.constantFrom(1, 3, 6), { minLength: 1, maxLength: 8 }),
      (start, intervals) => {
        const anchorOn = day('2028-01-01').add({ days: start })
        let steering = held({ anchorOn: anchorOn.toString() })
        for (const interval_months of intervals) {
          if (interval_months !== steering.intervalMonths) {
            const before = dueOn(steering)
            const today = before.subtract({ days: 3 })
            const change = { action: 'change-frequency', interval_months } as const
            steering = decideChange(asked(steering, { today }), change).next
            expect(dueOn(steering).equals(before)).toBe(true)
          }
          steering = { ...steering, nextCycle: steering.nextCycle + 1 }
          const due = dueOn(steering)
          expect(due.day).toBe(Math.min(anchorOn.day, due.daysInMonth))
        }
      },
    ),
  )
})
