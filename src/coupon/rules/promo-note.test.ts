import { expect, test } from 'vitest'
import { promoNote } from './promo-note.ts'

const spring = { kind: 'counts', discounts: { 'syn-wk': '12.50' }, currency: 'USD' } as const

test.each([
  ['syn-wk', spring, 'Promo code SPRING takes $12.50 off. You see it in the cart.'],
  ['vs-wk', spring, 'Promo code SPRING does not count for this plan.'],
  ['syn-wk', { kind: 'refused', reason: 'expired' } as const, 'Promo code SPRING takes nothing off. It has expired.'],
])('beside %s', (plan, worth, note) => {
  expect(promoNote(' spring ', worth, plan)).toBe(note)
}) // prettier-ignore
