import { expect, test } from 'vitest'
import { endsSubscriptions, withdrawalOffer } from './withdrawal-offer.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const shipped = {
  state: 'shipped',
  isClaimed: false,
  isPacked: true,
  placedAt: Temporal.Instant.from('2026-11-02T10:00:00Z'),
  receivedOn: day('2026-11-08'),
  today: day('2026-11-10'),
} as const

test.each(['US', 'DE', 'JP'])('an unshipped order can be canceled from %s', (country) => {
  const placed = { ...shipped, state: 'placed', isPacked: false, country, receivedOn: null } as const
  expect(withdrawalOffer(placed)).toEqual({ kind: 'cancel' })
  expect(withdrawalOffer({ ...placed, state: 'canceled' })).toEqual({ kind: 'none', reason: 'canceled' })
  expect(withdrawalOffer({ ...placed, isClaimed: true })).toEqual({ kind: 'none', reason: 'claimed' })
})

// Received on November 8, and 14 days = November 22, to its end.
test.each([
  ['DE', '2026-11-22', 'withdraw'],
  ['DE', '2026-11-23', 'none'],
  ['GB', '2026-11-22', 'withdraw'],
  ['NO', '2026-11-02', 'withdraw'],
  ['US', '2026-11-02', 'none'],
  ['CH', '2026-11-02', 'none'],
])('an order received in %s on November 8 is, on %s: %s', (country, today, kind) => {
  expect(withdrawalOffer({ ...shipped, country, today: day(today) }).kind).toBe(kind)
})

test.each([
  ['US', { kind: 'none', reason: 'packed' }],
  ['DE', { kind: 'withdraw', until: null }],
])('an order packed for %s cannot be canceled any more', (country, offer) => {
  const packed = { ...shipped, state: 'placed', country, receivedOn: null } as const
  expect(withdrawalOffer(packed)).toEqual(offer)
  expect(withdrawalOffer({ ...packed, isClaimed: true })).toEqual({ kind: 'none', reason: 'claimed' })
})

test('the withdrawal period begins with the delivery, however late', () => {
  const onItsWay = { ...shipped, country: 'DE', receivedOn: null, today: day('2027-03-01') }
  expect(withdrawalOffer(onItsWay)).toEqual({ kind: 'withdraw', until: null })
})

test('the withdrawal offer names the last day', () => {
  expect(withdrawalOffer({ ...shipped, country: 'FR' })).toEqual({
    kind: 'withdraw',
    until: day('2026-11-22'),
  })
})

test.each([
  ['purchase', 'cancel', true],
  ['purchase', 'withdraw', true],
  ['renewal', 'cancel', false],
  ['renewal', 'withdraw', true],
] as const)('for a %s refunded by %s the subscriptions end: %s', (kind, how, ends) => {
  expect(endsSubscriptions({ kind, lines: [{ subscriptionId: 'a' }] }, how)).toBe(ends)
  expect(endsSubscriptions({ kind, lines: [{ subscriptionId: null }] }, how)).toBe(false)
})
