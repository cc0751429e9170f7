import { expect, test } from 'vitest'
import { day, newChangeFacts, newTerms, planOf } from '../../../../test/support/terms-cases.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import { backToOrder, givesUpOrder, pastCharge, withoutOrder } from './past-charge.ts'
import type { ChargedOrder } from './past-charge.ts'
import { dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const vial = {
  id: 'vial',
  planCode: 'vs-rst',
  quantity: 1,
  unitPriceCents: planOf('vs-rst').priceCents,
  fromCycle: 0,
}
/** The order of 28 February is being charged; the database has put its next attempt off. */
const charging = newTerms({ nextAttemptOn: '2031-03-01', addOns: [vial] })
const order: ChargedOrder = {
  number: 1,
  unitPriceCents: charging.unitPriceCents,
  countedCoupon: null,
  addOnIds: ['vial'],
  isByLink: false,
}
const today = day('2031-02-28')

const passedBy = (terms: SubscriptionTerms, change: Change, charged = order) => {
  const past = pastCharge(terms, { order: charged }, today)
  const facts = newChangeFacts(past.terms, {
    today,
    hasChargeInFlight: true,
    isPastCharge: past.isPastCharge,
  })
  return { passed: { before: terms, after: past.terms }, next: decideChange(facts, change).next }
}

test('during a charge the next order is the one after it, without its one-time items', () => {
  const { terms, isPastCharge } = pastCharge(charging, { order }, today)
  expect(isPastCharge).toBe(true)
  expect(terms).toEqual({ ...charging, nextCycle: 2, nextAttemptOn: '2031-03-31', addOns: [] })
  // It is past that order already.
  expect(pastCharge(terms, { order }, today)).toEqual({ terms, isPastCharge: true })
})

test('the order being charged uses up its coupon, price increase and one order of a fixed end', () => {
  const before = { ...charging, couponCode: 'SPRING', couponRenewals: 1, remainingOrders: 3 }
  const charged = { ...order, countedCoupon: 'SPRING', unitPriceCents: 5_999 }
  expect(pastCharge(before, { order: charged }, today).terms).toMatchObject({
    couponCode: null,
    couponRenewals: null,
    remainingOrders: 2,
    unitPriceCents: 5_999,
  })
  const { passed, next } = passedBy(before, { action: 'move', on: '2031-04-10' }, charged)
  expect(withoutOrder(passed, next)).toEqual({
    ...next,
    couponCode: 'SPRING',
    couponRenewals: 1,
    remainingOrders: 3,
    unitPriceCents: charging.unitPriceCents,
  })
})

test.for([
  ['the last order', { ...charging, remainingOrders: 1 }, order],
  ['a paused subscription', { ...charging, state: 'paused' as const }, order],
  ['an order that is paid by a link', charging, { ...order, isByLink: true }],
] as const)('%s keeps the terms of before the charge', ([, terms, charged]) => {
  expect(pastCharge(terms, { order: charged }, today)).toEqual({ terms, isPastCharge: false })
})

test.for<[string, Change]>([
  ['a quantity', { action: 'change-quantity', quantity: 2 }],
  ['another product', { action: 'swap', plan_code: 'vs-rf' }],
  ['another frequency', { action: 'change-frequency', interval_months: 3 }],
  ['an item that is left out', { action: 'add-one-time', plan_code: 'vs-rst', quantity: 1 }],
])(
  'after a failed payment the order is the next one again, as if %s had been changed before it',
  ([, change]) => {
    const { passed, next } = passedBy(charging, change)
    expect(givesUpOrder(change.action)).toBe(false)
    const asBefore = decideChange(newChangeFacts(charging), change).next
    const back = backToOrder(passed, next)
    expect({ ...back, startCycle: 0, startMonths: 0 }).toEqual({ ...asBefore, startCycle: 0, startMonths: 0 })
    expect(dueOn(back)).toEqual(day('2031-02-28'))
    expect(dueOn({ ...back, nextCycle: 2 })).toEqual(dueOn({ ...asBefore, nextCycle: 2 }))
    // Without the change everything is as it was.
    expect(backToOrder(passed, passed.after)).toEqual(charging)
  },
)

test('a change of frequency counts from the order after the one being charged', () => {
  const { next } = passedBy(charging, { action: 'change-frequency', interval_months: 3 })
  expect([2, 3].map((nextCycle) => dueOn({ ...next, nextCycle }).toString())).toEqual([
    '2031-03-31',
    '2031-06-30',
  ])
})

test.for<[string, Change]>([
  ['skip', { action: 'skip' }],
  ['pause', { action: 'pause' }],
  ['move', { action: 'move', on: '2031-04-10' }],
])('the dates after %s stay when the payment fails', ([, change]) => {
  const { passed, next } = passedBy(charging, change)
  expect(givesUpOrder(change.action)).toBe(true)
  expect(withoutOrder(passed, next)).toEqual(next)
  // What was written before the first change is not touched.
  expect(withoutOrder(passed, charging)).toEqual(charging)
  expect(backToOrder(passed, charging)).toEqual(charging)
})
