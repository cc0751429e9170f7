import { expect, test } from 'vitest'
import { day, held, renewalOf } from '../../../test/support/steering-cases.ts'
import { orderAfter, orderOn } from './order-after.ts'
import type { Coming } from './order-after.ts'
import { upcomingOrder } from './upcoming-order.ts'

const vial = { planCode: 'vs-rst', quantity: 1, unitPriceCents: 6499, fromCycle: 0 }
const half = { code: 'TWICE50', kind: 'percentage', value: 50, duration: 'renewals' } as const

const coming = (ordersLeft: number, steering = held()): Coming => ({
  steering,
  renewal: { ...renewalOf(steering), coupon: half },
  ordersLeft,
})

const told = ({ steering, renewal }: Coming): string => {
  const order = upcomingOrder(steering, renewal)
  return `${order?.on.toString()} ${order?.price.totalCents}`
}

test('the order after the next has what stays with the subscription, and one renewal less of a code', () => {
  const first = coming(2, held({ addOns: [{ ...vial, id: 'now' }] }))
  // 49.99 − 25.00 + 64.99
  expect(told(first)).toBe('2031-02-28 8998')
  const second = orderAfter(first)
  expect(told(second)).toBe('2031-03-31 2499')
  expect(told(orderAfter(second))).toBe('2031-04-30 4999')
})

test('an order without the subscription’s own item leaves the code as it is', () => {
  const first = coming(1, held({ itemSkippedCycle: 1, addOns: [{ ...vial, id: 'now' }] }))
  expect(told(first)).toBe('2031-02-28 6499')
  expect(told(orderAfter(first))).toBe('2031-03-31 2499')
})

test('the first order on or after a day, without what comes before it', () => {
  const first = coming(2, held({ addOns: [{ ...vial, id: 'now' }] }))
  const withCredit = { ...first, renewal: { ...first.renewal, coupon: null, availableCreditCents: 1000 } }
  const found = (on: string) => {
    const order = orderOn(day(on), withCredit)
    return `${order?.on.toString()} ${order?.price.totalCents} ${order?.creditCents}`
  }
  // 49.99 + 64.99, 10.00 of it by credit; what it leaves for later orders nobody knows.
  expect(found('2031-02-28')).toBe('2031-02-28 11498 1000')
  expect(found('2031-03-31')).toBe('2031-03-31 4999 0')
  expect(orderOn(day('2031-03-31'), { ...first, steering: held({ state: 'canceled' }) })).toBeNull()
})
