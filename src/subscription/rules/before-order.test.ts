import { expect, test } from 'vitest'
import { asked, day, held, planOf, renewalOf } from '../../../test/support/steering-cases.ts'
import { beforeOrder } from './before-order.ts'
import { afterOrder } from './change-of-dates.ts'
import { restorableSkip } from './refused-action.ts'
import { decideChange } from './decide-change.ts'
import type { Steering } from './steering.ts'
import { upcomingOrder } from './upcoming-order.ts'

/** Everything that a member sees of the next orders. */
const shown = (steering: Steering) => {
  const order = upcomingOrder(steering, renewalOf(steering))
  const skip = restorableSkip(steering, day('2031-02-10'))?.on ?? null
  return order && [order.price.totalCents, order.heldIds, order.nextDates.map(String), skip]
}

const vial = { planCode: 'vs-rst', quantity: 1, unitPriceCents: planOf('vs-rst').priceCents }

const states: readonly (readonly [string, Partial<Steering>])[] = [
  ['a monthly refill', {}],
  ['one with something added', { addOns: [{ ...vial, id: 'vial', fromCycle: 0 }] }],
  ['one whose add-on stays back', { addOns: [{ ...vial, id: 'vial', fromCycle: 2 }] }],
  ['one whose own item stays back', { itemSkippedCycle: 1, addOns: [{ ...vial, id: 'vial', fromCycle: 1 }] }],
  [
    'one after a skipped order',
    { nextCycle: 2, nextAttemptOn: '2031-03-31', skipped: [{ number: 1, on: '2031-02-28' }] },
  ],
  ['one whose rhythm changed on the way', { intervalMonths: 3, startCycle: 1, startMonths: 1 }],
]

test.each(states)(
  '%s: an order of now that is taken back leaves the orders to come as they were',
  (_what, changes) => {
    const before = held(changes)
    const { next } = decideChange(asked(before), { action: 'order-now' })
    const back = beforeOrder(before, next.nextCycle)
    expect(shown(back)).toEqual(shown(before))
    // No number comes twice.
    expect([...back.skipped.map(({ number }) => number), back.nextCycle][0]).toBe(next.nextCycle + 1)
    expect(back.nextAttemptOn).toBe(before.nextAttemptOn)
    // Not what the order of now made of it.
    expect(shown(afterOrder(next))).not.toEqual(shown(before))
  },
)

test('what had ended and was started again with an order of now has ended again', () => {
  const before = held({ state: 'canceled', canceledAt: '2031-02-05T15:00:00Z', nextAttemptOn: null })
  const { next } = decideChange(asked(before, { cycleTried: true }), {
    action: 'reactivate',
    order_now: true,
  })
  expect(next.nextCycle).toBe(2)
  expect(beforeOrder(before, next.nextCycle)).toMatchObject({
    state: 'canceled',
    nextCycle: 3,
    startCycle: 2,
  })
})
