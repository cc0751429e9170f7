import { expect, test } from 'vitest'
import { addsUp, outcomeOf, refusalForState } from './renewal-run.ts'

test('a run adds up when everything due has exactly one outcome', () => {
  expect(addsUp(3, { billed: 1, dunned: 1, skipped: 1 })).toBe(true)
  expect(addsUp(3, { billed: 2 })).toBe(false)
  expect(addsUp(1, { billed: 2 })).toBe(false)
  expect(addsUp(1, { billed: 1, open: 1 })).toBe(false)
  expect(addsUp(0, {})).toBe(true)
})

test('a subscription that is not charged has a reason', () => {
  expect(['charging', 'unknown', 'billed', 'failed', undefined].map(refusalForState)).toEqual([
    'charge-in-flight',
    'charge-in-flight',
    'already-billed',
    'cycle-ended',
    'no-order',
  ])
})

test('a lost run is closed by the outcome of its cycles, and waits for one that is being charged', () => {
  expect(['billed', 'declined', 'failed', 'unknown', 'charging'].map(outcomeOf)).toEqual([
    'billed',
    'dunned',
    'ended',
    'pending',
    null,
  ])
})
