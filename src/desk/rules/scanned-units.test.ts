import { expect, test } from 'vitest'
import { isAllScanned, scan, scannedIn, scannedText } from './scanned-units.ts'

const lines = [
  { sku: 'syn-rf', name: 'Refill', quantity: 2 },
  { sku: 'vs-rst', name: 'Vial', quantity: 1 },
]

test('each scan counts one unit of its line, until all are scanned', () => {
  let scanned = scannedIn(null, lines)
  for (const code of ['SYN-RF ', 'vs-rst', 'syn-rf']) {
    const result = scan(code, scanned, lines)
    if ('problem' in result) throw new Error(result.problem)
    scanned = result.scanned
  }
  expect([scannedText(scanned), isAllScanned(scanned, lines)]).toEqual(['2.1', true])
  expect(scan('syn-rf', scanned, lines)).toEqual({ problem: 'All units of syn-rf are scanned already.' })
})

test('scanning a product that is not in the shipment changes nothing', () => {
  expect(scan('pds-rf', [0, 0], lines)).toEqual({ problem: 'pds-rf is not in this shipment.' })
  expect(scan('constructor', [0, 0], lines)).toHaveProperty('problem')
})

test.each(['9.9', '-1.5', '1e9.1', 'x', '', '0.0.0.7', 'NaN.Infinity'])(
  'invalid counts in an address are dropped or capped: %s',
  (text) => {
    const scanned = scannedIn(text, lines)
    expect(scanned).toHaveLength(2)
    for (const [at, count] of scanned.entries()) {
      expect(Number.isInteger(count) && count >= 0).toBe(true)
      expect(count).toBeLessThanOrEqual(lines[at]?.quantity ?? 0)
    }
  },
)
