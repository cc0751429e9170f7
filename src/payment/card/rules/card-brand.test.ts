import { expect, test } from 'vitest'
import { cardBrandName, cardEndingText } from './card-brand.ts'

test('brands have their names, also those that the shop does not know', () => {
  expect(['visa', 'MASTERCARD', 'amex', 'constructor', 'Girocard'].map(cardBrandName)).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'constructor',
    'Girocard',
  ])
  expect(cardEndingText({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242')
})
