import { expect, test } from 'vitest'
import { newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import { comingOrders } from './coming-orders.ts'

const half = { code: 'TWICE50', kind: 'percentage', value: 50, duration: 'renewals' } as const
const vial = { id: 'now', planCode: 'vs-rst', quantity: 1, unitPriceCents: 6499, fromCycle: 0 }

const listed = (terms = newTerms(), more: object = {}, ordersLeft: number | null = null) =>
  comingOrders({ terms, renewal: { ...renewalOf(terms), ...more }, ordersLeft }, 6).map(
    ({ on, price, isLast }) =>
      `${on.toString()} ${price.totals.totalCents} ${price.totals.creditCents}${isLast ? ' last' : ''}`,
  )

test('six orders are listed on anchor days, and add-ons and ending codes only in the first ones', () => {
  // 49.99 − 25.00 + 64.99, then 49.99 − 25.00, then 49.99; the credit pays the first one alone.
  const found = listed(newTerms({ addOns: [vial] }), { coupon: half, availableCreditCents: 1000 }, 2)
  expect(found).toEqual([
    '2031-02-28 8998 1000',
    '2031-03-31 2499 0',
    '2031-04-30 4999 0',
    '2031-05-31 4999 0',
    '2031-06-30 4999 0',
    '2031-07-31 4999 0',
  ])
})

test('no more orders are listed than the subscription has left, and none for an ended one', () => {
  expect(listed(newTerms({ remainingOrders: 2 }))).toEqual(['2031-02-28 4999 0', '2031-03-31 4999 0 last'])
  expect(listed(newTerms({ state: 'canceled' }))).toEqual([])
})
