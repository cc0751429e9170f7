import { expect, test } from 'vitest'
import { newChangeFacts, newTerms, renewalOf } from '../../../../test/support/terms-cases.ts'
import { decideChange } from './decide-change.ts'
import type { Change } from './change.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { termsAfterOrder } from '#subscription/record/rules/remaining-orders.ts'

const spray = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  planCode: 'vs-rst',
  quantity: 1,
  unitPriceCents: 6499,
  fromCycle: 0,
}
const box = newTerms({ addOns: [spray] })

const after = (terms: SubscriptionTerms, change: Change): SubscriptionTerms =>
  decideChange(newChangeFacts(terms), change).next

const order = (terms: SubscriptionTerms) => {
  const upcoming = upcomingOrder(terms, renewalOf(terms))
  return { ids: upcoming?.addOnIds, held: upcoming?.heldIds, cents: upcoming?.price.totals.totalCents }
}

const refusal = (reason: string) => expect.objectContaining({ code: 'ACTION_NOT_ALLOWED', data: { reason } })
const thrown = (terms: SubscriptionTerms, change: Change): unknown => {
  try {
    return after(terms, change)
  } catch (error) {
    return error
  }
}

test('the subscription’s own item is held for one order, and an add-on comes alone', () => {
  expect(order(box)).toEqual({ ids: [null, spray.id], held: [], cents: 4999 + 6499 })
  const without = after(box, { action: 'skip-item' })
  expect(order(without)).toEqual({ ids: [spray.id], held: [null], cents: 6499 })
  expect(after(without, { action: 'unskip-item' })).toEqual(box)
  // The order after it is the usual one.
  expect(order(termsAfterOrder(without))).toEqual({ ids: [null], held: [], cents: 4999 })
})

test('a held add-on comes with the next order at its price', () => {
  const without = after(box, { action: 'skip-item', add_on_id: spray.id })
  expect(order(without)).toEqual({ ids: [null], held: [spray.id], cents: 4999 })
  expect(order(termsAfterOrder(without))).toEqual({ ids: [null, spray.id], held: [], cents: 4999 + 6499 })
  // Skipping the whole order postpones it, too.
  expect(order(after(without, { action: 'skip' }))).toMatchObject({ ids: [null, spray.id] })
  expect(order(after(without, { action: 'unskip-item', add_on_id: spray.id }))).toEqual(order(box))
})

test('last-item: the last item of an order cannot be held', () => {
  expect(thrown(newTerms(), { action: 'skip-item' })).toEqual(refusal('last-item'))
  const without = after(box, { action: 'skip-item' })
  expect(thrown(without, { action: 'skip-item', add_on_id: spray.id })).toEqual(refusal('last-item'))
  // When it was removed meanwhile, the rest comes after all.
  expect(order(after(without, { action: 'remove-one-time', add_on_id: spray.id }))).toEqual({
    ids: [null],
    held: [],
    cents: 4999,
  })
})

test('nothing-held: an item that is not held cannot be released', () => {
  expect(thrown(box, { action: 'unskip-item' })).toEqual(refusal('nothing-held'))
  const other = '018f0000-0000-7000-8000-0000000000ff'
  expect(thrown(box, { action: 'skip-item', add_on_id: other })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a coupon takes nothing off an order without its product', () => {
  const coupon = { code: 'FOREVER15', duration: 'forever' as const, kind: 'percentage' as const, value: 15 }
  const without = after(box, { action: 'skip-item' })
  const upcoming = upcomingOrder(without, { ...renewalOf(without), coupon })
  expect(upcoming?.price).toMatchObject({ discounts: [], totals: { discountCents: 0, totalCents: 6499 } })
})
