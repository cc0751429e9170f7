import { expect, test } from 'vitest'
import { balanceDifference, entryDifference, payoutDifference, unpostedText } from './balance-difference.ts'

const entry = { entry: 'txn_1', kind: 'charge', amountCents: 4999, feeCents: 175, currency: 'USD' }
const payout = { processorPayout: 'po_1', amountCents: 4824, currency: 'USD', state: 'paid' }

test('equal balances give no sentence', () => {
  expect(entryDifference(entry, entry)).toEqual([])
  expect(payoutDifference(payout, payout)).toEqual([])
  expect(unpostedText({ ...entry, isPosted: true })).toEqual([])
  expect(unpostedText({ ...entry, kind: 'dispute', isPosted: false })).toEqual([])
  expect(balanceDifference(10, 10, 'USD')).toEqual([])
})

test('each difference is a sentence', () => {
  expect(entryDifference(null, entry)).toEqual([
    "The processor's balance has a charge of $49.99 with a fee of $1.75 that the shop has not read: txn_1.",
  ])
  expect(entryDifference(entry, null)[0]).toContain('that the processor does not list')
  expect(entryDifference(entry, { ...entry, feeCents: 176 })).toEqual([
    'A charge is $49.99 with a fee of $1.75 in the shop and $49.99 with a fee of $1.76 at the processor: txn_1.',
  ])
  expect(payoutDifference(payout, { ...payout, state: 'failed' })).toEqual([
    'A payout is $48.24, paid, in the shop and $48.24, failed, at the processor: po_1.',
  ])
  expect(payoutDifference(null, payout)[0]).toContain('that the shop has not read')
  expect(payoutDifference(payout, null)[0]).toContain('that the processor does not list')
  expect(unpostedText({ ...entry, isPosted: false })[0]).toContain('is not in the ledger')
  expect(unpostedText({ ...entry, kind: 'other', isPosted: false })[0]).toContain(
    'for a reason that the ledger does not know',
  )
  expect(balanceDifference(4824, 4999, 'USD')).toEqual([
    'The processor owes the shop $48.24 by its own entries and $49.99 in the ledger.',
  ])
})

test('each currency has its own total, and a total in an unknown currency is a difference', () => {
  expect(balanceDifference(4824, 4824, 'EUR')).toEqual([])
  expect(balanceDifference(500, 480, 'JPY')).toEqual([
    'The processor owes the shop ¥500 by its own entries and ¥480 in the ledger.',
  ])
  expect(entryDifference(entry, { ...entry, currency: 'EUR' })).toEqual([
    'A charge is $49.99 with a fee of $1.75 in the shop and €49.99 with a fee of €1.75 at the processor: txn_1.',
  ])
})
