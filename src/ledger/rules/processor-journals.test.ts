import { expect, test } from 'vitest'
import { disputeMoved, disputeWrittenOff } from './processor-journals.ts'
import type { Journal } from './journal.ts'

const dispute = { orderId: 'order-1', accountId: 'mara', processor: 'stripe', currency: 'USD' } as const

const rows = ({ fact, postings }: Journal) => [
  fact,
  ...postings.map(({ account, detail, cents }) => `${account} ${detail} ${cents}`),
]

test('money taken by a bank is kept separate until the decision, and the fee is an expense', () => {
  // 49.99 is taken and 15.00 is the fee: 64.99 less to come from the processor.
  expect(rows(disputeMoved(dispute, { id: 'm1', cents: -4999, feeCents: 1500 }))).toEqual([
    'dispute-withdrawn',
    'disputed stripe 4999',
    'dispute-fees stripe 1500',
    'receivable stripe -6499',
  ])
})

test('returned money is posted with or without the fee', () => {
  expect(rows(disputeMoved(dispute, { id: 'm2', cents: 4999, feeCents: 0 }))).toEqual([
    'dispute-reinstated',
    'disputed stripe -4999',
    'receivable stripe 4999',
  ])
  expect(rows(disputeMoved(dispute, { id: 'm2', cents: 4999, feeCents: -1500 }))).toEqual([
    'dispute-reinstated',
    'disputed stripe -4999',
    'dispute-fees stripe -1500',
    'receivable stripe 6499',
  ])
})

test('a loss, and the reversal of a loss, are posted', () => {
  expect(rows(disputeWrittenOff(dispute, 'e1', 4999))).toEqual([
    'dispute-lost',
    'dispute-losses stripe 4999',
    'disputed stripe -4999',
  ])
  expect(rows(disputeWrittenOff(dispute, 'e2', -4999))).toEqual([
    'dispute-recovered',
    'dispute-losses stripe -4999',
    'disputed stripe 4999',
  ])
})
