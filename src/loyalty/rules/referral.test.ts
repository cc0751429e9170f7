import { expect, test } from 'vitest'
import { earnsFrom, referralRefusal } from './referral.ts'
import type { ReferredOrder } from './referral.ts'

const facts = {
  friendId: 'fay',
  friendEmail: 'fay@example.com',
  referrerId: 'rex',
  referrerEmail: 'rex@example.com',
  referrerChain: ['ann'],
  hadOrdered: false,
}

test.each([
  ['a new friend', {}, null],
  ['yourself', { friendId: 'rex' }, 'self'],
  ['yourself by another spelling', { friendEmail: 'R.ex+second@example.com' }, 'self'],
  ['the own referrer', { referrerChain: ['ann', 'fay'] }, 'loop'],
  ['somebody who is no longer new', { hadOrdered: true }, 'not-new'],
])('%s', (_who, other, refusal) => {
  expect(referralRefusal({ ...facts, ...other })).toBe(refusal)
})

const order = (day: string, other: Partial<ReferredOrder> = {}): ReferredOrder => ({
  state: 'shipped',
  placedAt: Temporal.Instant.from(`${day}T12:00Z`),
  shippedOn: Temporal.PlainDate.from(day).add({ days: 1 }),
  paidCents: 4999,
  mayGoBack: false,
  ...other,
})

test.each([
  ['nothing ordered', [], null],
  ['30 days after the first shipment', [order('2027-02-01'), order('2027-01-01')], '2027-02-01'],
  ['nothing before it ships', [order('2027-01-01', { state: 'placed', shippedOn: null })], null],
  ['a free order does not count', [order('2027-01-01', { paidCents: 0 })], null],
  ['nor does one that credit paid whole', [order('2027-01-01', { paidCents: 0 })], null],
  ['one that was refunded or may be does not', [order('2027-01-01', { mayGoBack: true })], null],
  ['one that was canceled does not', [order('2027-01-01', { state: 'canceled' })], null],
  ['the next one may', [order('2027-01-01', { state: 'canceled' }), order('2027-02-01')], '2027-03-04'],
])('%s', (_what, orders, day) => {
  expect(earnsFrom(orders)?.toString() ?? null).toBe(day)
})
