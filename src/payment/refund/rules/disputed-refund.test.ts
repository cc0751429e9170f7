import { expect, test } from 'vitest'
import { disputeEffect, disputeRefusal, isDisputed } from './disputed-refund.ts'

test.each([
  // Of 49.99: nothing, all of it open, all of it lost, 10.00 of it lost.
  [0, 0, false, null],
  [4999, 0, true, 'disputed'],
  [0, 4999, true, 'dispute-lost'],
  [0, 1000, true, null],
  [1000, 3999, true, 'disputed'],
] as const)('a refund with %i cents open and %i lost', (disputedCents, lostCents, disputed, refusal) => {
  expect(isDisputed({ disputedCents, lostCents })).toBe(disputed)
  expect(disputeRefusal({ disputedCents, lostCents }, 4999)).toBe(refusal)
})

test('the refund of a report is refused as an operator’s is: it is a person’s decision, and can wait', () => {
  expect(disputeEffect({ reason: 'problem' })).toBe('refuse')
})

test('an operator’s refund is refused, a refund after a return waits, and a refund already made is recorded', () => {
  expect(disputeEffect({ reason: 'operator' })).toBe('refuse')
  expect(disputeEffect({ reason: 'goodwill' })).toBe('refuse')
  expect(disputeEffect({ reason: 'return' })).toBe('wait')
  expect(disputeEffect({ reason: 'return', replaces: 'refund-1' })).toBe('refuse')
  expect(disputeEffect({ reason: 'dashboard', isMade: true })).toBe('none')
  expect(disputeEffect({ reason: 'operator', isMade: true })).toBe('none')
})
