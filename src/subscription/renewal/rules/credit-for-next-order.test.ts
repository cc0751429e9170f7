import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../../test/support/property.ts'
import { creditUsed } from '#credit/rules/credit-use.ts'
import { newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import { creditForNextOrder } from './credit-for-next-order.ts'
import type { MemberRenewalInputs } from './credit-for-next-order.ts'
import { inputsAfterOrder } from './renewal-inputs.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from './upcoming-order.ts'

const one = (id: string, terms: SubscriptionTerms): MemberRenewalInputs => ({
  id,
  terms,
  renewal: renewalOf(terms),
  ordersLeft: null,
})

const monthly = (id: string, day: number, changes: Partial<SubscriptionTerms> = {}): MemberRenewalInputs => {
  const dd = String(day).padStart(2, '0')
  return one(id, newTerms({ anchorOn: `2031-01-${dd}`, nextAttemptOn: `2031-02-${dd}`, ...changes }))
}

const halfYearly = (id: string): MemberRenewalInputs =>
  one(
    id,
    newTerms({
      planCode: 'syn-rf-6mo',
      unitPriceCents: 25494,
      intervalMonths: 6,
      nextAttemptOn: '2031-07-31',
    }),
  )

const totalOf = ({ terms, renewal }: MemberRenewalInputs): number =>
  upcomingOrder(terms, renewal)?.price.totals.totalCents ?? 0

/** What every next order is shown to get of a balance. */
const expectedCredit = (balance: number, all: readonly MemberRenewalInputs[]): number[] =>
  all.map((coming) => creditUsed(creditForNextOrder(balance, coming, all), totalOf(coming), 'USD'))

test('the order that is charged first gets the credit, and the next one the rest', () => {
  // 49.99 of 60.00, and then 10.01.
  expect(expectedCredit(6000, [monthly('a', 20), monthly('b', 10)])).toEqual([1001, 4999])
})

test('of two orders on one day that of the older subscription comes first', () => {
  expect(expectedCredit(6000, [monthly('b', 10), monthly('a', 10)])).toEqual([1001, 4999])
})

test('a declined order waits for its next try, and earlier charges come first', () => {
  const refused = monthly('a', 10, { nextAttemptOn: '2031-02-13' })
  expect(expectedCredit(6000, [refused, monthly('b', 12)])).toEqual([1001, 4999])
})

test('later orders count too: five monthly orders take their credit before a half-yearly renewal', () => {
  // On February 10 to July 10 the other takes six times 49.99 = 299.94 of 400.00.
  expect(expectedCredit(40000, [halfYearly('a'), monthly('b', 10)])).toEqual([10006, 4999])
})

test.each([
  ['paused without a day', { state: 'paused', pausedOn: '2031-02-01', nextAttemptOn: null }],
  ['canceled', { state: 'canceled', canceledAt: '2031-02-01T15:00:00Z', nextAttemptOn: null }],
] as const)('a subscription that is %s uses no credit', (_what, changes) => {
  expect(expectedCredit(6000, [monthly('a', 20), monthly('b', 10, changes)])).toEqual([4999, 0])
})

test('a subscription paused until a day uses credit after that day', () => {
  const until = { state: 'paused', pausedOn: '2031-02-01', pausedUntil: '2031-02-20', nextAttemptOn: null }
  // Nine days remained on February 1: it comes on March 1.
  expect(expectedCredit(6000, [monthly('a', 22), monthly('b', 10, { ...until, state: 'paused' })])).toEqual([
    4999, 1001,
  ])
})

/** Charges everything in turn until each subscription was charged once; what credit paid of each first order. */
const charged = (balance: number, all: readonly MemberRenewalInputs[]): number[] => {
  const first = new Map<string, number>()
  let left = balance
  let now = [...all]
  while (first.size < all.length) {
    now = now.toSorted((a, b) =>
      `${a.terms.nextAttemptOn} ${a.id}` < `${b.terms.nextAttemptOn} ${b.id}` ? -1 : 1,
    )
    const [next, ...rest] = now
    if (!next) break
    const usedIds = creditUsed(left, totalOf(next), 'USD')
    left -= usedIds
    if (!first.has(next.id)) first.set(next.id, usedIds)
    now = [...rest, { ...next, ...inputsAfterOrder(next) }]
  }
  return all.map(({ id }) => first.get(id) ?? 0)
}

test('the shown credit is what every order then gets, and never exceeds the balance', () => {
  const kind = fc.record({ day: fc.integer({ min: 11, max: 28 }), quantity: fc.integer({ min: 1, max: 3 }) })
  const subscriptions = fc
    .tuple(fc.array(kind, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([kinds, withHalf]) => [
      ...kinds.map(({ day, quantity }, at) => monthly(`b${at}`, day, { quantity })),
      ...(withHalf ? [halfYearly('a')] : []),
    ])
  assertProperty(
    fc.property(fc.integer({ min: 0, max: 60_000 }), subscriptions, (balance, all) => {
      const predicted = expectedCredit(balance, all)
      expect(predicted).toEqual(charged(balance, all))
      expect(predicted.reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(balance)
    }),
  )
})
