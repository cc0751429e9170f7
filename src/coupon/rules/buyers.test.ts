import { describe, expect, test } from 'vitest'
import { buyerChecks, everybody, shownRefusal } from './buyers.ts'
import type { BuyerHistory, CouponBuyer, CouponBuyers } from './buyers.ts'

const nothing: BuyerHistory = {
  hasOrders: false,
  boughtByMailbox: new Set(),
  bought: new Set(),
  subscribed: new Set(),
  namedFor: new Set(),
}

const refusalOf = (
  conditions: Partial<CouponBuyers>,
  facts: Partial<Omit<CouponBuyer, 'history'>>,
  history: Partial<BuyerHistory> | null,
) => {
  const known = history && { ...nothing, ...history }
  const buyer = { isMember: false, country: 'US', ...facts, history: known }
  const judged = { code: 'SPRING', buyers: { ...everybody, ...conditions }, buyer }
  return buyerChecks.find(([, fails]) => fails(judged, known))?.[0] ?? null
}

const bought = (...plans: readonly string[]) => ({
  hasOrders: true,
  boughtByMailbox: new Set(plans),
  bought: new Set(plans),
})

describe('a member is refused by the first failing condition', () => {
  test.each<[string, Partial<CouponBuyers>, Partial<BuyerHistory>, string | null]>([
    ['no condition', {}, bought('syn-wk'), null],
    ['another country', { countries: ['CA'] }, {}, 'other-country'],
    ['a country of it', { countries: ['CA', 'US'] }, {}, null],
    ['a first purchase', { firstPurchase: true }, {}, null],
    ['a second purchase', { firstPurchase: true }, bought('vs-wk'), 'first-purchase'],
    ['not on the list', { namedOnly: true }, { namedFor: new Set(['OTHER']) }, 'not-named'],
    ['on the list', { namedOnly: true }, { namedFor: new Set(['SPRING']) }, null],
    ['has bought it', { neverBought: ['syn-wk'] }, bought('syn-wk'), 'bought-before'],
    ['has bought another', { neverBought: ['syn-wk'] }, bought('vs-wk'), null],
    ['has not bought it', { bought: ['syn-wk'] }, bought('vs-wk'), 'not-bought'],
    ['has bought one of them', { bought: ['syn-wk', 'vs-wk'] }, bought('vs-wk'), null],
    ['no subscription', { subscribed: ['syn-rf'] }, bought('syn-rf'), 'not-subscribed'],
    ['a subscription', { subscribed: ['syn-rf'] }, { subscribed: new Set(['syn-rf']) }, null],
    ['two that fail', { firstPurchase: true, countries: [] }, bought('vs-wk'), 'other-country'],
  ])('%s', (_, conditions, history, reason) => {
    expect(refusalOf(conditions, { isMember: true }, history)).toBe(reason)
  })
})

test('a visitor has to sign in for conditions on past orders, whatever the email has bought', () => {
  for (const history of [null, {}, bought('syn-wk')])
    for (const conditions of [{ membersOnly: true }, { bought: ['syn-wk'] }, { subscribed: ['syn-wk'] }])
      expect(refusalOf(conditions, {}, history)).toBe('members-only')
})

test('conditions on the email are not decided before the email is known', () => {
  const conditions = { namedOnly: true, firstPurchase: true, neverBought: ['syn-wk'] }
  expect(refusalOf(conditions, {}, null)).toBeNull()
  expect(refusalOf(conditions, {}, {})).toBe('not-named')
})

test('a visitor gets the same message for every email condition', () => {
  const reasons = ['already-used', 'not-named', 'first-purchase', 'bought-before'] as const
  expect(new Set(reasons.map((reason) => shownRefusal(reason, false)))).toEqual(new Set(['not-for-email']))
  expect(reasons.map((reason) => shownRefusal(reason, true))).toEqual(reasons)
  expect(shownRefusal('expired', false)).toBe('expired')
})
