import { expect, test } from 'vitest'
import { promoNote } from './promo-note.ts'

const spring = { kind: 'counts', discounts: { 'syn-wk': '12.50' }, currency: 'USD' } as const

test.each([
  ['syn-wk', spring, 'Promo code SPRING takes $12.50 off. You’ll see it in your cart.'],
  ['vs-wk', spring, 'Promo code SPRING doesn’t apply to this plan.'],
  ['syn-wk', { kind: 'refused', reason: 'expired' } as const, 'Promo code SPRING doesn’t change the price. This code has expired.'],
])('beside %s', (plan, worth, note) => {
  expect(promoNote(' spring ', worth, plan)).toBe(note)
}) // prettier-ignore
