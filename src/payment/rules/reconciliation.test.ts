import { expect, test } from 'vitest'
import { differenceOf } from './reconciliation.ts'
import type { Entry } from './reconciliation.ts'

const took: Entry = { key: 'a', state: 'succeeded', cents: 4999, currency: 'USD' }
const failed: Entry = { ...took, state: 'failed' }
const open: Entry = { ...took, state: 'open' }

test.each([
  [took, took, null],
  [failed, failed, null],
  [failed, null, null],
  [null, failed, null],
  [null, open, null],
  [failed, open, null],
  [open, took, null],
  [open, { ...took, cents: 1 }, 'other-amount'],
  [open, { ...took, currency: 'EUR' }, 'other-currency'],
  [took, { ...took, currency: 'EUR' }, 'other-currency'],
  [took, { ...took, currency: null }, null],
  [open, null, null],
  [null, took, 'missing-here'],
  [took, null, 'missing-there'],
  [took, { ...took, cents: 5000 }, 'other-amount'],
  [took, { ...took, currency: 'CAD' }, 'other-currency'],
  [took, { ...took, currency: null }, null],
  [took, failed, 'other-state'],
  [took, open, 'other-state'],
  [failed, took, 'other-state'],
  [failed, { ...failed, cents: 1 }, null],
])('the shop’s record %o and the processor’s record %o give: %s', (ours, theirs, difference) => {
  expect(differenceOf(ours, theirs)).toBe(difference)
})
