import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBrandFile } from './brand-file.ts'

const example = join(import.meta.dirname, '../../../examples/brand')
const folder = mkdtempSync(join(tmpdir(), 'brand-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the example is a complete brand, and a folder without a brand file uses the sample brand', () => {
  expect(readBrandFile(example)).toMatchObject({
    brand: { name: 'Tidewater', currency: 'EUR', home: 'DE', hasMark: true },
    mark: { kind: 'svg' },
  })
  expect(readBrandFile(undefined)).toBeUndefined()
  expect(readBrandFile(folder)).toBeUndefined()
})

test.each([
  ['a value that is missing', '"disclaimer":', '"claim":', 'disclaimer'],
  ['a time zone that does not exist', 'Europe/Berlin', 'Europe/Atlantis', 'timeZone: a time zone'],
  ['a currency that it does not sell in', '"currency": "EUR"', '"currency": "USD"', 'one of the currencies'],
  ['no fees in its currency', '"shippingFees": {\n    "EUR"', '"shippingFees": {\n    "GBP"', 'fees in each'],
  ['a quiz without a page', '"quizProduct": null', '"quizProduct": "KELP"', 'or null for both'],
  ['a home outside of its countries', '"home": "DE"', '"home": "SE"', 'one of the countries'],
  [
    'links that cannot be read',
    '"link": "#0b5c63"',
    '"link": "#b0c5c6"',
    'link #b0c5c6 on the background #f4f5f1 has a contrast of 1.64 to 1',
  ],
  [
    'a button that cannot be read',
    '"onAccent": "#10201f"',
    '"onAccent": "#ffffff"',
    'colors.dark: onAccent #ffffff on accent #5cc4cc',
  ],
  ['a mark that is not there', '"mark": "mark.svg"', '"mark": "sign.svg"', 'The folder has no such file'],
  ['a mark of another folder', '"mark": "mark.svg"', '"mark": "../mark.svg"', 'a file of the folder'],
  ['a link that leads elsewhere', '"href": "/consent"', '"href": "https://a.example"', 'menu.legal.0.href'],
])('%s prevents the start and is named with its line', (_what, from, to, message) => {
  const text = readFileSync(join(example, 'brand.json'), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, 'brand.json'), text.replace(from, to))
  expect(() => readBrandFile(folder)).toThrow(message)
  rmSync(join(folder, 'brand.json'))
})
