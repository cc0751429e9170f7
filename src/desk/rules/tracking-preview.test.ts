import { expect, test } from 'vitest'
import { expectedOf, packageKey } from './tracking-preview.ts'
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
const waiting: ShippableOrder = {
  accountId: 'noor',
  state: 'placed',
  isHeld: false,
  hasWaiting: true,
  tracked: [],
}
const none = new Set<string>()
const noPackages = { left: new Map(), earlier: new Map() }

test('a row ships the waiting shipment of its order', () => {
  expect(expectedOf(row, waiting, none, noPackages)).toEqual({ outcome: 'ships' })
})

test('repeating the same carrier and number is accepted, and another number for a shipped order is a problem', () => {
  const left: ShippableOrder = { ...waiting, state: 'shipped', hasWaiting: false, tracked: [['ups', '1Z9']] }
  expect(expectedOf(row, left, none, noPackages)).toEqual({ outcome: 'repeated' })
  expect(expectedOf(row, { ...left, tracked: [['ups', '1Z8']] }, none, noPackages)).toEqual({
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
  expect(expectedOf(row, order, earlier, noPackages)).toEqual({ outcome: 'problem', problem })
})

test('an unreadable row keeps its error, and an empty row does nothing', () => {
  expect(
    expectedOf({ kind: 'wrong', problem: 'The carrier is missing.' }, undefined, none, noPackages),
  ).toEqual({
    outcome: 'problem',
    problem: 'The carrier is missing.',
  })
  expect(expectedOf({ kind: 'empty' }, undefined, none, noPackages)).toEqual({ outcome: 'empty' })
})

test('a number of another buyer is a problem, whether shipped or in an earlier row, and one of the same buyer is not', () => {
  const key = packageKey('ups', '1Z9')
  const of = (accountId: string) => new Map([[key, [{ order: 'L2', accountId }]]])
  const before = (accountId: string) => new Map([[key, { order: 'L2', accountId }]])
  const foreign = {
    outcome: 'problem',
    problem: 'Order L1: 1Z9 is the package of order L2, of another buyer.',
  }
  expect(expectedOf(row, waiting, none, { ...noPackages, left: of('june') })).toEqual(foreign)
  expect(expectedOf(row, waiting, none, { ...noPackages, earlier: before('june') })).toEqual(foreign)
  expect(expectedOf(row, waiting, none, { left: of('noor'), earlier: before('noor') })).toEqual({
    outcome: 'ships',
  })
})
