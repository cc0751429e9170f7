import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBrandFile } from './brand-file.ts'

const example = join(import.meta.dirname, '../../../examples/brand')
const folder = mkdtempSync(join(tmpdir(), 'brand-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the example is a whole brand, and a folder without one is the sample', () => {
  expect(readBrandFile(example)).toMatchObject({ name: 'Tidewater', currency: 'EUR', home: 'DE' })
  expect(readBrandFile(undefined)).toBeUndefined()
  expect(readBrandFile(folder)).toBeUndefined()
})

test.each([
  ['a value that is missing', '"disclaimer":', '"claim":', 'disclaimer'],
  ['a time zone that does not exist', 'Europe/Berlin', 'Europe/Atlantis', 'timeZone: a time zone'],
  ['a currency that it does not sell in', '"currency": "EUR"', '"currency": "USD"', 'one of the currencies'],
  ['no fees in its currency', '"shippingFees": {\n    "EUR"', '"shippingFees": {\n    "GBP"', 'fees in each'],
  ['a home outside of its countries', '"home": "DE"', '"home": "SE"', 'one of the countries'],
  ['a link that leads elsewhere', '"href": "/consent"', '"href": "https://a.example"', 'menu.legal.0.href'],
])('%s stops the start with its line', (_what, from, to, message) => {
  const text = readFileSync(join(example, 'brand.json'), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, 'brand.json'), text.replace(from, to))
  expect(() => readBrandFile(folder)).toThrow(message)
  rmSync(join(folder, 'brand.json'))
})
