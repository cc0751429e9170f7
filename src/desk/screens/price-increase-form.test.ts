import { expect, test } from 'vitest'
import { enteredIn, fieldsOf, wantedOf } from './price-increase-form.ts'

const form = (fields: Record<string, string>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

test('empty prices are left out, currency signs and commas are removed, and typed text is kept', () => {
  const entered = enteredIn(
    form({
      effective_on: '2031-03-01',
      leaving: '',
      'price syn-rf USD': ' $1,052.99 ',
      'price syn-rf EUR': '',
      reason: 'Glass costs more.',
    }),
  )
  expect(wantedOf(entered)).toEqual({
    effective_on: '2031-03-01',
    prices: [{ plan_code: 'syn-rf', currency: 'USD', price: '1052.99' }],
  })
  expect(enteredIn(form(Object.fromEntries(fieldsOf(entered))))).toEqual(entered)
})

test('a value that is no price is kept so that the server refuses it', () => {
  const priceOf = (typed: string) =>
    wantedOf(enteredIn(form({ 'price syn-rf USD': typed }))).prices.map(({ price }) => price)
  expect(['-5', 'CA$1,052.00', '€ 46.99', '5x'].flatMap(priceOf)).toEqual(['-5', '1052.00', '46.99', '5x'])
})

test('an unknown currency is not read as a price', () => {
  expect(wantedOf(enteredIn(form({ 'price syn-rf toString': '1' }))).prices).toEqual([])
})
