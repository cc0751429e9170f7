import { describe, expect, test } from 'vitest'
import { everybody } from './buyers.ts'
import type { Coupon } from './coupon.ts'
import { couponChangeProblem, couponState, newCouponProblem } from './coupon-change.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const later = now.add({ hours: 24 })

const coupon = (facts: Partial<Coupon> = {}): Coupon => ({
  code: 'AUTUMN',
  kind: 'percentage',
  value: 10,
  plans: ['syn-wk', 'vs-wk'],
  stackable: false,
  hidden: false,
  maxRedemptions: 100,
  redeemed: 40,
  startsAt: null,
  expiresAt: null,
  oncePerAccount: false,
  duration: 'once',
  renewals: null,
  buyers: everybody,
  amounts: new Map(),
  ...facts,
})

describe('the terms of a coupon are fixed from its start', () => {
  test.each([
    ['another percentage', { value: 15 }],
    ['an amount instead of a percentage', { kind: 'fixed' as const }],
    ['another plan', { plans: ['syn-wk'] }],
    ['every plan', { plans: 'all' as const }],
    ['every order instead of the first', { duration: 'forever' as const }],
    ['beside other codes', { stackable: true }],
    ['once for each buyer', { oncePerAccount: true }],
    ['a later start', { startsAt: later }],
    ['euros', { amounts: new Map([['EUR' as const, 900]]) }],
  ])('%s', (_, facts) => {
    expect(couponChangeProblem(coupon(), coupon(facts), now)?.field).toBe('terms')
    const coming = coupon({ startsAt: now.add({ hours: 1 }), redeemed: 0 })
    expect(couponChangeProblem(coming, { ...coming, ...facts }, now)).toBeNull()
    // A minute before its start somebody may be about to use it.
    const begins = coupon({ startsAt: now.add({ seconds: 60 }), redeemed: 0 })
    expect(couponChangeProblem(begins, { ...begins, ...facts }, now)?.field).toBe('terms')
  })
})

test('reordering plans and amounts is not a change', () => {
  const [one, other] = [
    coupon({ amounts: new Map([['EUR' as const, 900], ['CAD' as const, 1400]]) }),
    coupon({
      plans: ['vs-wk', 'syn-wk'],
      amounts: new Map([['CAD' as const, 1400], ['EUR' as const, 900]]),
    }),
  ] // prettier-ignore
  expect(couponChangeProblem(one, other, now)).toBeNull()
})

test.each([
  ['more uses', { maxRedemptions: 200 }, null],
  ['as many as it has', { maxRedemptions: 40 }, null],
  ['fewer than it has', { maxRedemptions: 39 }, 'limit'],
  ['no limit any more', { maxRedemptions: null }, 'limit'],
  ['an end', { expiresAt: later }, null],
  ['an end at once', { expiresAt: now }, null],
])('a running coupon: %s', (_, facts, field) => {
  expect(couponChangeProblem(coupon(), coupon(facts), now)?.field ?? null).toBe(field)
})

test('a coupon without a limit cannot get one, because its uses were not counted', () => {
  const unlimited = coupon({ maxRedemptions: null, redeemed: 0 })
  expect(couponChangeProblem(unlimited, { ...unlimited, maxRedemptions: 5 }, now)?.field).toBe('limit')
})

test('a coupon must end after it starts, or be ended before anybody used it', () => {
  const coming = coupon({ startsAt: later, redeemed: 0 })
  expect(couponChangeProblem(coming, { ...coming, expiresAt: later }, now)?.field).toBe('ends_at')
  const ended = { ...coming, expiresAt: now }
  expect(couponChangeProblem(coming, ended, now)).toBeNull()
  expect(couponState(ended, now)).toBe('ended')
})

test.each([
  ['open', {}, null],
  ['with an end', { expiresAt: later }, null],
  ['that ends as it starts', { startsAt: later, expiresAt: later }, 'ends_at'],
  ['that ended before it was made', { expiresAt: now }, 'ends_at'],
])('a new coupon %s', (_, facts, field) => {
  expect(newCouponProblem(coupon({ redeemed: 0, ...facts }), now)?.field ?? null).toBe(field)
})

test.each([
  ['running', {}],
  ['running', { startsAt: now, expiresAt: now.add({ seconds: 1 }) }],
  ['coming', { startsAt: now.add({ seconds: 1 }) }],
  ['ended', { expiresAt: now }],
  ['ended', { redeemed: 100 }],
] as const)('%s', (state, facts) => {
  expect(couponState(coupon(facts), now)).toBe(state)
})
