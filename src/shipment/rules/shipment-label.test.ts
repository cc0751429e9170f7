import { expect, test } from 'vitest'
import { brokenLabelsOf } from './shipment-label.ts'

const packed = { id: 's', state: 'packed', carrier: 'sandbox' } as const
const bought = { state: 'bought', carrier: 'sandbox' } as const
const voided = { state: 'voided', carrier: 'sandbox' } as const

test.each([
  [packed, []],
  [packed, [bought]],
  [packed, [voided, bought]],
  [{ ...packed, state: 'on-hold' } as const, [{ ...bought, state: 'void-wanted' } as const]],
  // The carrier was faster than the refund.
  [{ ...packed, state: 'on-hold' } as const, [{ ...bought, state: 'handed-over' } as const]],
  [{ ...packed, carrier: 'ups', state: 'shipped' } as const, [voided]],
])('%j and labels %j agree', (shipment, labels) => {
  expect(brokenLabelsOf(shipment, labels)).toEqual([])
})

test('two labels, a label of what is not packed, and one of another carrier are broken', () => {
  expect(brokenLabelsOf(packed, [bought, { ...bought, state: 'void-wanted' }])).toEqual([
    'shipment s has 2 labels',
  ])
  expect(brokenLabelsOf({ ...packed, state: 'canceled' }, [bought])).toEqual([
    'shipment s is canceled and has a label that is bought',
  ])
  expect(brokenLabelsOf({ ...packed, carrier: null }, [bought])).toEqual([
    'shipment s has a label of sandbox, and nobody carries it',
  ])
})
