import { expect, test } from 'vitest'
import { promoNoteTexts } from './coupon-messages.ts'
import { promoNote } from './promo-note.ts'

const spring = { kind: 'counts', discounts: { 'syn-wk': '12.50' }, currency: 'USD' } as const

test.each([
  ['syn-wk', spring, 'Promo code SPRING takes $12.50 off. You’ll see it in your cart.'],
  ['vs-wk', spring, 'Promo code SPRING doesn’t apply to this plan.'],
  ['syn-wk', { kind: 'refused', reason: 'expired' } as const, 'Promo code SPRING doesn’t change the price. This code has expired.'],
])('the promo code note beside the plan %s', (plan, worth, note) => {
  expect(promoNote({ code: ' spring ', worth }, plan, promoNoteTexts('en'), 'en')).toBe(note)
}) // prettier-ignore

test('the note is translated to German', () => {
  expect(promoNote({ code: 'SPRING', worth: spring }, 'syn-wk', promoNoteTexts('de'), 'de')).toBe(
    'Gutscheincode SPRING spart 12,50\u{a0}$. Du siehst es im Warenkorb.',
  )
})
