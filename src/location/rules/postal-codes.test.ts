import { expect, test } from 'vitest'
import { postalLines } from './postal-codes.ts'

const shipTo = {
  firstName: 'Tomas', lastName: 'Berg', address: 'Lehmweg 8', unit: '', city: 'Hamburg', region: '', zip: '20251',
  country: 'DE', phone: '', company: '',
} // prettier-ignore

test('an address names its country, and missing parts leave no gap', () => {
  expect(postalLines(shipTo)).toEqual(['Tomas Berg', 'Lehmweg 8', 'Hamburg 20251', 'Germany'])
  expect(postalLines({ ...shipTo, unit: 'Haus B', company: 'Berg KG', country: 'US' })).toEqual([
    'Tomas Berg',
    'Berg KG',
    'Lehmweg 8, Haus B',
    'Hamburg 20251',
    'United States',
  ])
})

test('the region is between city and zip code, as on a shipping label', () => {
  const recipient = { ...shipTo, city: 'Portland', region: 'OR', zip: '97201', country: 'US' }
  expect(postalLines(recipient)).toContain('Portland, OR 97201')
})
