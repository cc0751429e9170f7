import { expect, test } from 'vitest'
import { everybody } from './buyers.ts'
import { checksUntil, couponCode, judgeCoupons, refusalOutright } from './coupon.ts'
import type { Coupon, CouponOffer } from './coupon.ts'
import type { Currency } from '#shared/money.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')

const coupon = (facts: Partial<Coupon> = {}): Coupon => ({
  code: 'WELCOME10',
  kind: 'percentage',
  value: 10,
  plans: 'all',
  stackable: false,
  hidden: false,
  maxRedemptions: null,
  redeemed: 0,
  startsAt: null,
  expiresAt: null,
  oncePerAccount: false,
  duration: 'once',
  renewals: null,
  buyers: everybody,
  amounts: new Map(),
  ...facts,
})

const offer = (facts: Partial<Coupon> | null, rest: Partial<CouponOffer> = {}): CouponOffer => ({
  code: facts?.code ?? 'WELCOME10',
  source: 'promo-code',
  coupon: facts === null ? null : coupon(facts),
  alreadyUsed: false,
  buyer: null,
  ...rest,
})

test.each([
  ['a plain coupon', offer({}), null],
  ['no coupon of that name', offer(null), 'unknown'],
  ['a hidden one that somebody typed', offer({ hidden: true }), 'unknown'],
  ['a hidden one that a rule set', offer({ hidden: true }, { source: 'stackable' }), null],
  ['one that starts later', offer({ startsAt: now.add({ seconds: 1 }) }), 'not-started'],
  ['one that starts now', offer({ startsAt: now }), null],
  ['one that expires now', offer({ expiresAt: now }), 'expired'],
  ['one that expires later', offer({ expiresAt: now.add({ seconds: 1 }) }), null],
  ['one used up', offer({ maxRedemptions: 2, redeemed: 2 }), 'exhausted'],
  ['one with a use left', offer({ maxRedemptions: 2, redeemed: 1 }), null],
  ['one used by this buyer', offer({ oncePerAccount: true }, { alreadyUsed: true }), 'already-used'],
  ['a usual one used by this buyer', offer({}, { alreadyUsed: true }), null],
])('%s', (_, offered, reason) => {
  expect(refusalOutright(offered, now, 'USD')).toBe(reason)
})

test('a code that matches no plan in the cart is refused with that reason', () => {
  const judged = judgeCoupons([offer({ plans: ['vs-wk'] })], { planCodes: ['syn-wk'], now, currency: 'USD' })
  expect(judged).toEqual({
    accepted: [],
    refused: [{ code: 'WELCOME10', source: 'promo-code', reason: 'no-matching-plan' }],
  })
})

test('the first non-stackable code excludes others of its kind, and stackable ones apply after it', () => {
  const judged = judgeCoupons(
    [
      offer({ code: 'HIDDENVS01', stackable: true, hidden: true }, { source: 'stackable' }),
      offer({ code: 'FIRST' }),
      offer({ code: 'SECOND' }),
    ],
    { planCodes: ['vs-wk'], now, currency: 'USD' },
  )
  expect(judged.accepted.map(({ coupon }) => coupon.code)).toEqual(['FIRST', 'HIDDENVS01'])
  expect(judged.refused).toEqual([{ code: 'SECOND', source: 'promo-code', reason: 'not-stackable' }])
})

test('after a refused promo code the plan’s own coupon applies', () => {
  const judged = judgeCoupons([offer(null), offer({ code: 'OWN' }, { source: 'automatic' })], {
    planCodes: ['syn-wk'],
    now,
    currency: 'USD',
  })
  expect(judged.accepted.map(({ coupon }) => coupon.code)).toEqual(['OWN'])
})

test('the same code entered twice applies once', () => {
  const stackable = offer({ stackable: true })
  expect(
    judgeCoupons([stackable, stackable], { planCodes: ['syn-wk'], now, currency: 'USD' }).accepted,
  ).toHaveLength(1)
})

test('codes are trimmed and converted to upper case', () => {
  expect(couponCode('  ds-01-25-off ')).toBe('DS-01-25-OFF')
})

test('a fixed amount applies only in currencies with an amount, and a percentage in all', () => {
  const tenDollars = offer({ kind: 'fixed', value: 1000, amounts: new Map([['GBP', 800]]) })
  const judgedIn = (currency: Currency, offered = tenDollars) =>
    judgeCoupons([offered], { planCodes: ['syn-wk'], now, currency })
  expect(judgedIn('USD').accepted.map(({ coupon }) => coupon.value)).toEqual([1000])
  expect(judgedIn('GBP').accepted.map(({ coupon }) => coupon.value)).toEqual([800])
  // 10 dollars off are not 10 euros off.
  expect(judgedIn('EUR')).toEqual({
    accepted: [],
    refused: [{ code: 'WELCOME10', source: 'promo-code', reason: 'other-currency' }],
  })
  const percent = offer({ kind: 'percentage', value: 25 })
  expect(judgedIn('JPY', percent).accepted.map(({ coupon }) => coupon.value)).toEqual([25])
})

test('the checks are listed in order up to the refusal, followed by those not run', () => {
  const outcomes = (reason: Parameters<typeof checksUntil>[0]) =>
    checksUntil(reason).map(({ outcome }) => outcome)
  expect(outcomes(null)).toEqual(Array.from({ length: 15 }, () => 'passed'))
  expect(outcomes('expired')).toEqual([
    'passed',
    'passed',
    'failed',
    ...Array.from({ length: 12 }, () => 'not-checked'),
  ])
  expect(checksUntil('not-stackable').at(-1)).toEqual({ reason: 'not-stackable', outcome: 'failed' })
})
