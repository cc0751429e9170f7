import { expect, test } from 'vitest'
import { day, newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import { inputsAfterOrder, orderOnOrAfter } from './renewal-inputs.ts'
import type { RenewalInputs } from './renewal-inputs.ts'
import { upcomingOrder } from './upcoming-order.ts'

const vial = { planCode: 'vs-rst', quantity: 1, unitPriceCents: 6499, fromCycle: 0 }
const half = { code: 'TWICE50', kind: 'percentage', value: 50, duration: 'renewals' } as const

const inputsFor = (ordersLeft: number, terms = newTerms()): RenewalInputs => ({
  terms,
  renewal: { ...renewalOf(terms), coupon: half },
  ordersLeft,
})

const orderTotals = ({ terms, renewal }: RenewalInputs): string => {
  const order = upcomingOrder(terms, renewal)
  return `${order?.on.toString()} ${order?.price.totals.totalCents}`
}

test('the order after the next has the permanent contents and one renewal less of a code', () => {
  const first = inputsFor(2, newTerms({ addOns: [{ ...vial, id: 'now' }] }))
  // 49.99 − 25.00 + 64.99
  expect(orderTotals(first)).toBe('2031-02-28 8998')
  const second = inputsAfterOrder(first)
  expect(orderTotals(second)).toBe('2031-03-31 2499')
  expect(orderTotals(inputsAfterOrder(second))).toBe('2031-04-30 4999')
})

test('an order without the subscription’s own item keeps the code unchanged', () => {
  const first = inputsFor(1, newTerms({ itemSkippedCycle: 1, addOns: [{ ...vial, id: 'now' }] }))
  expect(orderTotals(first)).toBe('2031-02-28 6499')
  expect(orderTotals(inputsAfterOrder(first))).toBe('2031-03-31 2499')
})

test('the first order on or after a day excludes earlier items', () => {
  const first = inputsFor(2, newTerms({ addOns: [{ ...vial, id: 'now' }] }))
  const withCredit = { ...first, renewal: { ...first.renewal, coupon: null, availableCreditCents: 1000 } }
  const found = (on: string) => {
    const order = orderOnOrAfter(day(on), withCredit)
    return `${order?.on.toString()} ${order?.price.totals.totalCents} ${order?.price.totals.creditCents}`
  }
  // 49.99 + 64.99, 10.00 of it paid by credit; the credit for later orders is unknown.
  expect(found('2031-02-28')).toBe('2031-02-28 11498 1000')
  expect(found('2031-03-31')).toBe('2031-03-31 4999 0')
  expect(orderOnOrAfter(day('2031-03-31'), { ...first, terms: newTerms({ state: 'canceled' }) })).toBeNull()
})
