import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { readShipmentRow, shipmentColumns } from './shipment-row.ts'

const good = { order: 'L7KQ2', carrier: 'UPS', tracking: '1Z 999-AA1', service: 'Ground' }
const read = (cells: Readonly<Record<string, string>>) =>
  readShipmentRow(new Map(Object.entries({ ...good, ...cells })))

test('a row names the order, its carrier and its tracking number', () => {
  const shipment = {
    order: 'L7KQ2',
    carrier: 'ups',
    service: 'Ground',
    tracking: '1Z 999-AA1',
    lines: null,
    weightGrams: null,
  }
  expect(read({ order: ' l7kq2 ' })).toEqual({ kind: 'shipment', shipment })
  expect(read({ lines: 'syn-rf:2; pds-wk:1', weight_grams: '340', service: '' })).toEqual({
    kind: 'shipment',
    shipment: {
      ...shipment,
      service: null,
      lines: [
        { sku: 'syn-rf', quantity: 2 },
        { sku: 'pds-wk', quantity: 1 },
      ],
      weightGrams: 340,
    },
  })
})

test('a row that the warehouse left empty is not an error', () => {
  expect(read({ carrier: '', tracking: ' ' })).toEqual({ kind: 'empty' })
})

test.each([
  [{ order: '' }, 'The order number is missing.'],
  [{ order: 'L7 KQ' }, 'L7 KQ is not an order number.'],
  [{ carrier: '' }, 'The carrier is missing.'],
  [{ carrier: 'gls' }, 'The carrier gls is not known; use usps, ups, fedex, dhl, other.'],
  [{ carrier: 'simulated' }, 'The carrier simulated is not known; use usps, ups, fedex, dhl, other.'],
  [{ tracking: '' }, 'The tracking number is missing.'],
  [{ tracking: '=1+1' }, '=1+1 is not a tracking number.'],
  [{ tracking: '9'.repeat(3_000_000) }, `${'9'.repeat(60)}… is not a tracking number.`],
  [{ tracking: '9'.repeat(41) }, `${'9'.repeat(41)} is not a tracking number.`],
  [{ service: 'x'.repeat(61) }, 'The service has more than 60 characters.'],
  [{ lines: 'syn-rf:-2' }, '“syn-rf:-2” is not a product with a quantity, such as syn-rf:2.'],
  [{ lines: 'syn-rf:2,' }, '“” is not a product with a quantity, such as syn-rf:2.'],
  [{ lines: 'syn-rf:0' }, '“syn-rf:0” is not a product with a quantity, such as syn-rf:2.'],
  [{ lines: 'syn-rf:1.5' }, '“syn-rf:1.5” is not a product with a quantity, such as syn-rf:2.'],
  [{ weight_grams: '-1' }, '-1 is not a weight in grams.'],
])('%j: %s', (cells, problem) => {
  expect(read(cells)).toEqual({ kind: 'wrong', problem })
})

test('any text in any cell is accepted or refused, and quantities are positive', () => {
  const cells = fc.dictionary(fc.constantFrom(...shipmentColumns), fc.string())
  assertProperty(
    fc.property(cells, (texts) => {
      const row = read(texts)
      if (row.kind === 'wrong') expect(row.problem).not.toBe('')
      if (row.kind === 'shipment')
        for (const { quantity } of row.shipment.lines ?? []) expect(quantity).toBeGreaterThan(0)
    }),
  )
})
