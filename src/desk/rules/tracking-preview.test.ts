import { expect, test } from 'vitest'
import { expectedOf } from './tracking-preview.ts'
import type { ShippableOrder } from './tracking-preview.ts'

const shipment = {
  order: 'L1',
  carrier: 'ups',
  service: null,
  tracking: '1Z9',
  lines: null,
  weightGrams: null,
}
const row = { kind: 'shipment', shipment } as const
const waiting: ShippableOrder = { state: 'placed', isHeld: false, hasWaiting: true, tracked: [] }
const none = new Set<string>()

test('a row ships what waits of its order', () => {
  expect(expectedOf(row, waiting, none)).toEqual({ outcome: 'ships' })
})

test('the same carrier and number again is no problem, and another number of an order that has left is one', () => {
  const left: ShippableOrder = { ...waiting, state: 'shipped', hasWaiting: false, tracked: [['ups', '1Z9']] }
  expect(expectedOf(row, left, none)).toEqual({ outcome: 'repeated' })
  expect(expectedOf(row, { ...left, tracked: [['ups', '1Z8']] }, none)).toEqual({
    outcome: 'problem',
    problem: 'Nothing of order L1 waits to be shipped.',
  })
})

test.each([
  ['There is no order L1.', undefined, none],
  ['Order L1 is canceled.', { ...waiting, state: 'canceled' }, none],
  ['Order L1 is on hold.', { ...waiting, isHeld: true }, none],
  ['A row before it ships all of order L1.', waiting, new Set(['L1'])],
] as const)('%s', (problem, order, earlier) => {
  expect(expectedOf(row, order, earlier)).toEqual({ outcome: 'problem', problem })
})

test('what could not be read keeps its sentence, and a row that was not filled in does nothing', () => {
  expect(expectedOf({ kind: 'wrong', problem: 'The carrier is missing.' }, undefined, none)).toEqual({
    outcome: 'problem',
    problem: 'The carrier is missing.',
  })
  expect(expectedOf({ kind: 'empty' }, undefined, none)).toEqual({ outcome: 'empty' })
})
