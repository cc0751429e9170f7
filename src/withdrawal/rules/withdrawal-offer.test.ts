import { expect, test } from 'vitest'
import { endsSubscriptions, withdrawalOffer } from './withdrawal-offer.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const shipped = {
  state: 'shipped',
  isClaimed: false,
  isPacked: true,
  shippedOn: day('2026-11-01'),
  today: day('2026-11-10'),
} as const

test.each(['US', 'DE', 'JP'])('what has not shipped is canceled from %s', (country) => {
  const placed = { ...shipped, state: 'placed', isPacked: false, country, shippedOn: null } as const
  expect(withdrawalOffer(placed)).toEqual({ kind: 'cancel' })
  expect(withdrawalOffer({ ...placed, state: 'canceled' })).toEqual({ kind: 'none', reason: 'canceled' })
  expect(withdrawalOffer({ ...placed, isClaimed: true })).toEqual({ kind: 'none', reason: 'claimed' })
})

// November 1 + 7 days of shipping + 14 days = November 22, to its end.
test.each([
  ['DE', '2026-11-22', 'withdraw'],
  ['DE', '2026-11-23', 'none'],
  ['GB', '2026-11-22', 'withdraw'],
  ['NO', '2026-11-02', 'withdraw'],
  ['US', '2026-11-02', 'none'],
  ['CH', '2026-11-02', 'none'],
])('what has shipped to %s on November 1 is, on %s: %s', (country, today, kind) => {
  expect(withdrawalOffer({ ...shipped, country, today: day(today) }).kind).toBe(kind)
})

// Packed on November 10: until that day + 7 + 14 days.
test.each([
  ['US', { kind: 'none', reason: 'packed' }],
  ['DE', { kind: 'withdraw', until: day('2026-12-01') }],
])('what is packed for %s is not canceled any more', (country, offer) => {
  const packed = { ...shipped, state: 'placed', country, shippedOn: null } as const
  expect(withdrawalOffer(packed)).toEqual(offer)
  expect(withdrawalOffer({ ...packed, isClaimed: true })).toEqual({ kind: 'none', reason: 'claimed' })
})

test('the offer names the last day', () => {
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
] as const)('a %s, refunded by %s: its subscriptions end is %s', (kind, how, ends) => {
  expect(endsSubscriptions({ kind, lines: [{ subscriptionId: 'a' }] }, how)).toBe(ends)
  expect(endsSubscriptions({ kind, lines: [{ subscriptionId: null }] }, how)).toBe(false)
})
