import { expect, test } from 'vitest'
import { day, newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import {
  addRevenue,
  breakEvenPercent,
  forecastOrders,
  leavingShares,
  noRevenue,
  revenueAfterLeaving,
  revenueByMonth,
} from './revenue-forecast.ts'

const half = { code: 'TWICE50', kind: 'percentage', value: 50, duration: 'renewals' } as const

const ordersOf = (terms = newTerms(), more: object = {}, ordersLeft: number | null = null) =>
  forecastOrders(
    { terms, renewal: { ...renewalOf(terms), ...more }, ordersLeft },
    { fromOn: day('2031-03-31'), priceCents: 5499 },
    day('2031-02-10'),
  )

test('each order of twelve months is priced by the renewal rule, at the new price from its day', () => {
  const orders = ordersOf()
  expect(orders).toHaveLength(12)
  expect(orders[0]).toEqual({ month: 0, oldCents: 4999, newCents: 4999, isIncreased: false })
  expect(orders[1]).toEqual({ month: 1, oldCents: 4999, newCents: 5499, isIncreased: true })
  // A code for two more orders takes half of the first two: 27.49 of 54.99 stays, rounded by the rule of discounts.
  const [first, second, third] = ordersOf(newTerms(), { coupon: half }, 2)
  expect([first?.oldCents, second?.oldCents, third?.oldCents]).toEqual([2499, 2499, 4999])
  expect(second?.newCents).toBe(2749)
})

test('an ending subscription brings no more revenue, and one with a higher price keeps it', () => {
  expect(ordersOf(newTerms({ remainingOrders: 1 }))).toHaveLength(1)
  expect(ordersOf(newTerms({ state: 'canceled' }))).toEqual([])
  expect(ordersOf(newTerms({ unitPriceCents: 6000 })).map(({ newCents }) => newCents)).toContain(6000)
})

test('lost subscriptions are deducted from the orders at the new price only, rounded once', () => {
  // 4999 + 11 × 5499 = 65488; a tenth of 11 × 5499 = 60489 is 6048.9.
  const sums = revenueByMonth(ordersOf()).reduce(addRevenue, noRevenue)
  expect([sums.oldCents, sums.newCents, sums.increasedNewCents]).toEqual([59988, 65488, 60489])
  expect(revenueAfterLeaving(sums, 10)).toBe(65488 - 6049)
  // 500 of 5499.
  expect(breakEvenPercent(sums)).toBe(9.1)
  expect(breakEvenPercent(noRevenue)).toBeNull()
})

test('the forecast covers shares beyond the break-even of an increase, and at most 100 %', () => {
  expect(leavingShares(9.1)).toEqual([0, 1, 2, 5, 9.1, 10, 20])
  expect(leavingShares(null)).toEqual([0, 1, 2, 5, 10])
  expect(leavingShares(90)).toEqual([0, 1, 2, 5, 10, 90, 100])
})
