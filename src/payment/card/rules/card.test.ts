import { expect, test } from 'vitest'
import { cardBrandName, cardEndingText, cardExpiryStatus, distinctCards } from './card.ts'

test('card brands have names, also unknown ones', () => {
  expect(['visa', 'MASTERCARD', 'amex', 'constructor', 'Girocard'].map(cardBrandName)).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'constructor',
    'Girocard',
  ])
  expect(cardEndingText({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242')
})

test.each([
  ['2026-12-31', 'good'],
  ['2027-01-01', 'expiring'],
  ['2027-02-28', 'expiring'],
  ['2027-03-01', 'expired'],
])('a card valid to the end of February 2027 is on %s: %s', (day, status) => {
  expect(cardExpiryStatus({ expMonth: 2, expYear: 2027 }, Temporal.PlainDate.from(day))).toBe(status)
})

const card = (id: string, change = {}) => ({
  id,
  processor: 'stripe',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2032,
  isDefault: false,
  ...change,
})

test('a card entered twice is listed once, with its newest record', () => {
  expect(distinctCards([card('new'), card('other', { last4: '4444' }), card('old')])).toEqual([
    { ...card('new'), ids: ['new', 'old'] },
    { ...card('other', { last4: '4444' }), ids: ['other'] },
  ])
})

test('a card is the default when one of its records is, and is listed first', () => {
  const cards = distinctCards([
    card('other', { last4: '4444' }),
    card('new'),
    card('old', { isDefault: true }),
  ])
  expect(cards.map(({ id, isDefault }) => [id, isDefault])).toEqual([['new', true], ['other', false]]) // prettier-ignore
})

test.each([
  ['processor', { processor: 'sandbox' }],
  ['brand', { brand: 'mastercard' }],
  ['month', { expMonth: 11 }],
  ['year', { expYear: 2033 }],
])('a different %s makes a different card', (_, change) => {
  expect(distinctCards([card('one'), card('two', change)])).toHaveLength(2)
})
