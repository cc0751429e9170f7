import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TaxRates } from '../../location/rules/tax-rates.ts'
import { goodsPercent, rateFrom } from './tax-rate.ts'

const rates = TaxRates.parse(JSON.parse(readFileSync('content/tax-rates.json', 'utf8')))

test('the tax file says that its rates are samples', () => {
  expect(rates.note).toMatch(/sample/i)
})

const rateAt = (country: string, region: string) => rateFrom(rates, { country, region, zip: '' })

test('Oregon, Delaware, Montana and New Hampshire have no tax', () => {
  for (const region of ['OR', 'DE', 'MT', 'NH']) expect(goodsPercent(rateAt('US', region))).toBe(0)
})

test('a region without a row has its country’s rate, and a country without a row has none', () => {
  const part = (jurisdiction: string, percent: number) => ({
    jurisdiction,
    percent,
    shippingPercent: percent,
  })
  expect(rateAt('CA', 'ON').parts).toEqual([part('CA-ON', 13)])
  expect(rateAt('CA', 'YT').parts).toEqual([part('CA-YT', 5)])
  expect(rateAt('GB', '').parts).toEqual([])
})

test('shipping is taxed where the row says so', () => {
  expect(rateAt('US', 'CA').parts).toEqual([{ jurisdiction: 'US-CA', percent: 7.25, shippingPercent: 0 }])
})
