import { expect, test } from 'vitest'
import { places } from '../../../test/support/places.ts'
import { taxEstimateOf, wireTaxes, jurisdictionName, taxEstimateText, taxRowName } from './tax-lines.ts'

const order = {
  tax: null,
  totals: { taxCents: 362 },
  shipTo: places.california,
  currency: 'USD',
} as const

test('each jurisdiction has its row, and a stored total without jurisdictions is one row for its place', () => {
  const basis = { service: 'stripe', from: 'answer', on: '2031-01-06' } as const
  const lines = [
    { jurisdiction: 'US-NY', percent: 4, cents: 200 },
    { jurisdiction: 'US-NY, New York', percent: 4.5, cents: 225 },
  ]
  expect(wireTaxes({ ...order, tax: { basis, lines } })).toEqual([
    { jurisdiction: 'US-NY', percent: 4, amount: '2.00' },
    { jurisdiction: 'US-NY, New York', percent: 4.5, amount: '2.25' },
  ])
  expect(wireTaxes(order)).toEqual([{ jurisdiction: 'US-CA', percent: null, amount: '3.62' }])
  expect(wireTaxes({ ...order, totals: { taxCents: 0 } })).toEqual([])
})

test('jurisdictions are shown by name, and unknown ones by code', () => {
  const codes = ['US-CA', 'US-NY, New York', 'CA-QC', 'CA', 'GB', 'US-ZZ', 'toString', 'US-constructor']
  expect(codes.map((one) => jurisdictionName(one))).toEqual([
    'California',
    'New York, NY',
    'Quebec',
    'Canada',
    'United Kingdom',
    'US-ZZ',
    'toString',
    'US-constructor',
  ])
  expect(taxRowName({ jurisdiction: 'US-CA', percent: 7.25 })).toBe('Tax, California, 7.25%')
  expect(taxRowName({ jurisdiction: 'US-CA', percent: null })).toBe('Tax, California')
})

test('a tax calculated without the service says which rate was used', () => {
  const estimate = (from: 'answer' | 'last-known' | 'file', on: string | null) => {
    const found = taxEstimateOf({ basis: { service: 'stripe', from, on }, lines: [] })
    return found && taxEstimateText(found)
  }
  expect(estimate('answer', '2031-01-06')).toBeNull()
  expect(estimate('last-known', '2031-01-06')).toBe(
    'The tax service did not answer, so the tax is counted by its rates of January 6, 2031.',
  )
  expect(estimate('file', null)).toBe(
    'The tax service did not answer, so the tax is counted by the shop’s own table of rates.',
  )
  expect(taxEstimateOf(null)).toBeNull()
})
