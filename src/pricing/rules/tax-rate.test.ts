import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rateFrom, TaxRates } from './tax-rate.ts'

const rates = TaxRates.parse(JSON.parse(readFileSync('content/tax-rates.json', 'utf8')))

test('the file says that its rates are samples', () => {
  expect(rates.note).toMatch(/sample/i)
})

test('Oregon, Delaware, Montana and New Hampshire have no tax', () => {
  for (const region of ['OR', 'DE', 'MT', 'NH']) expect(rateFrom(rates, 'US', region).percent).toBe(0)
})

test('a region without a row has its country’s rate, a country without a row has none', () => {
  expect(rateFrom(rates, 'CA', 'ON')).toEqual({ percent: 13, shippingTaxed: true })
  expect(rateFrom(rates, 'CA', 'YT')).toEqual({ percent: 5, shippingTaxed: true })
  expect(rateFrom(rates, 'GB', '')).toEqual({ percent: 0, shippingTaxed: false })
})
