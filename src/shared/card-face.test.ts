import { expect, test } from 'vitest'
import { linkBrand, noExpiry, shortExpiry, wireExpiry } from './card-face.ts'
import { brandedCardText, cardFaceText, cardInSentence } from './messages/card-text.ts'
import { cardKeyOf } from './same-buyer.ts'

const visa = { brand: 'visa', last4: '4242' }
const link = { brand: linkBrand, last4: '' }

test('a card is shown by its last digits, and Link by its name', () => {
  expect([cardFaceText(visa), cardInSentence(visa), brandedCardText(visa)]).toEqual([
    'Card ending 4242',
    'the card ending 4242',
    'Visa ending in 4242',
  ])
  expect([cardFaceText(link), cardInSentence(link), brandedCardText(link)]).toEqual(['Link', 'Link', 'Link'])
})

test('a card without an expiry month shows none', () => {
  expect(wireExpiry(noExpiry)).toEqual({ exp_month: null, exp_year: null })
  expect(shortExpiry(wireExpiry(noExpiry))).toBe(null)
  expect(shortExpiry(wireExpiry({ expMonth: 2, expYear: 2031 }))).toBe('02/31')
})

test('two Link payers have no card in common', () => {
  expect([cardKeyOf(visa), cardKeyOf(link)]).toEqual(['visa|4242', null])
})
