import { expect, test } from 'vitest'
import { newChangeFacts, day, newTerms, planOf, renewalOf } from '../../../../test/support/terms-cases.ts'
import { termsBeforeOrder } from './terms-before-order.ts'
import { restorableSkip } from './action-refusal.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { termsAfterOrder } from './remaining-orders.ts'

/** Everything that a member sees of the next orders. */
const snapshot = (terms: SubscriptionTerms) => {
  const order = upcomingOrder(terms, renewalOf(terms))
  const skip = restorableSkip(terms, day('2031-02-10'))?.on ?? null
  return order && [order.price.totals.totalCents, order.heldIds, order.nextDates.map(String), skip]
}

const vial = { planCode: 'vs-rst', quantity: 1, unitPriceCents: planOf('vs-rst').priceCents }

const trialTerms: readonly (readonly [string, Partial<SubscriptionTerms>])[] = [
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

test.each(trialTerms)('%s: undoing an immediate order restores the later orders', (_what, changes) => {
  const before = newTerms(changes)
  const { next } = decideChange(newChangeFacts(before), { action: 'order-now' })
  const restored = termsBeforeOrder(before, next.nextCycle)
  expect(snapshot(restored)).toEqual(snapshot(before))
  // No number comes twice.
  expect([...restored.skipped.map(({ number }) => number), restored.nextCycle][0]).toBe(next.nextCycle + 1)
  expect(restored.nextAttemptOn).toBe(before.nextAttemptOn)
  // Not what the immediate order changed.
  expect(snapshot(termsAfterOrder(next))).not.toEqual(snapshot(before))
})

test('undoing an immediate order that reactivated an ended subscription ends the subscription again', () => {
  const before = newTerms({ state: 'canceled', canceledAt: '2031-02-05T15:00:00Z', nextAttemptOn: null })
  const { next } = decideChange(newChangeFacts(before, { cycleTried: true }), {
    action: 'reactivate',
    order_now: true,
  })
  expect(next.nextCycle).toBe(2)
  expect(termsBeforeOrder(before, next.nextCycle)).toMatchObject({
    state: 'canceled',
    nextCycle: 3,
    startCycle: 2,
  })
})
