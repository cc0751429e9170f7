import { expect, test } from 'vitest'
import { cartEvents, cartSignature, emptyCart } from './cart-events.ts'
import type { CartSnapshot } from './cart-events.ts'

const kit = { sku: 'syn-wk', name: 'DS-01', price: 49.99, quantity: 2 }
const jar = { sku: 'vs-wk', name: 'VS-01', price: 39.99, quantity: 1 }
const cart = (parts: Partial<CartSnapshot>): CartSnapshot => ({ ...emptyCart, ...parts })

test('additions and removals are reported with quantity and value', () => {
  expect(cartEvents(cart({ lines: [kit] }), cart({ lines: [{ ...kit, quantity: 3 }, jar] }))).toEqual([
    { event: 'Product Added', properties: { ...kit, quantity: 1, value: 49.99 } },
    { event: 'Product Added', properties: { ...jar, value: 39.99 } },
  ])
  // 2 × 49.99 = 99.98
  expect(cartEvents(cart({ lines: [kit, jar] }), cart({ lines: [jar] }))).toEqual([
    { event: 'Product Removed', properties: { ...kit, value: 99.98 } },
  ])
})

test('applied, denied (with the reason) and removed codes are reported', () => {
  const without = cart({ lines: [kit] })
  const applied = cart({ lines: [kit], applied: [{ code: 'SPRING', discount: 10 }] })
  const refused = cart({ lines: [kit], refused: [{ code: 'SPRING', reason: 'expired' }] })
  expect(cartEvents(without, applied)).toEqual([
    { event: 'Coupon Applied', properties: { coupon_name: 'SPRING', discount: 10 } },
  ])
  expect(cartEvents(applied, refused)).toEqual([
    { event: 'Coupon Denied', properties: { coupon_name: 'SPRING', reason: 'expired' } },
  ])
  expect(cartEvents(applied, without)).toEqual([
    { event: 'Coupon Removed', properties: { coupon_name: 'SPRING', discount: 10 } },
  ])
})

test('an unchanged cart reports no events', () => {
  const same = cart({ lines: [kit, jar], applied: [{ code: 'SPRING', discount: 10 }] })
  expect(cartEvents(same, same)).toEqual([])
  expect(cartSignature(same)).toBe(cartSignature(cart({ lines: [jar, kit] })))
  expect(cartSignature(same)).not.toBe(cartSignature(cart({ lines: [jar] })))
})
