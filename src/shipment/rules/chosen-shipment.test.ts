import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { chosenShipment } from './chosen-shipment.ts'

const refills = { sku: 'syn-rf', position: 0, quantity: 2 }
const kit = { sku: 'pds-wk', position: 1, quantity: 1 }
const pending = { id: 'waits', state: 'pending', items: [refills, kit] } as const
const packed = { id: 'packed', state: 'packed', items: [{ ...refills, quantity: 1 }] } as const
const gone = { id: 'gone', state: 'shipped', items: [refills] } as const

test.each([
  ['everything that waits', [gone, pending], null, { kind: 'complete', id: 'waits' }],
  ['what is packed', [gone, pending, packed], null, { kind: 'complete', id: 'packed' }],
  ['nothing, when all has left', [gone], null, { kind: 'none', problem: 'Nothing is left to ship.' }],
  [
    'nothing of what is on hold',
    [{ ...pending, state: 'on-hold' } as const],
    null,
    { kind: 'none', problem: 'Nothing is left to ship.' },
  ],
  [
    'all lines by name',
    [pending],
    [
      { sku: 'pds-wk', quantity: 1 },
      { sku: 'syn-rf', quantity: 2 },
    ],
    { kind: 'complete', id: 'waits' },
  ],
  [
    'just what is packed',
    [pending, packed],
    [{ sku: 'syn-rf', quantity: 1 }],
    { kind: 'complete', id: 'packed' },
  ],
  [
    'a part',
    [gone, pending],
    [
      { sku: 'syn-rf', quantity: 1 },
      { sku: 'pds-wk', quantity: 1 },
    ],
    {
      kind: 'part',
      id: 'waits',
      parts: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
    },
  ],
  [
    'more than is left',
    [gone, pending],
    [{ sku: 'syn-rf', quantity: 3 }],
    { kind: 'none', problem: 'Of syn-rf, 2 are left to ship, not 3.' },
  ],
  [
    'more, in two parts of one cell',
    [pending],
    [
      { sku: 'pds-wk', quantity: 1 },
      { sku: 'pds-wk', quantity: 1 },
    ],
    { kind: 'none', problem: 'Of pds-wk, 1 are left to ship, not 2.' },
  ],
  [
    'something else',
    [pending],
    [{ sku: 'toString', quantity: 1 }],
    { kind: 'none', problem: 'There is no toString in this order.' },
  ],
] as const)('%s', (_what, shipments, lines, chosen) => {
  expect(chosenShipment(shipments, lines)).toEqual(chosen)
})

test('a part never takes more of a line than its shipment has, and exactly what was requested', () => {
  const quantity = fc.integer({ min: 1, max: 5 })
  const sku = fc.constantFrom('a', 'b')
  const shipment = fc.array(fc.record({ sku, quantity }), { minLength: 1, maxLength: 4 })
  assertProperty(
    fc.property(shipment, fc.record({ sku, quantity }), (lines, wanted) => {
      const items = lines.map((line, position) => ({ ...line, position }))
      const chosen = chosenShipment([{ id: 'waits', state: 'pending', items }], [wanted])
      if (chosen.kind !== 'part') return
      const taken = chosen.parts.map((part) => part.quantity)
      expect(taken.reduce((total, one) => total + one, 0)).toBe(wanted.quantity)
      for (const part of chosen.parts) {
        const item = items[part.position]
        expect(item?.sku).toBe(wanted.sku)
        expect(part.quantity).toBeLessThanOrEqual(item?.quantity ?? 0)
      }
    }),
  )
})
