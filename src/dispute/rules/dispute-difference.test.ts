import { expect, test } from 'vitest'
import { disputeDifference } from './dispute-difference.ts'

const taken = { cents: -4999, feeCents: 1500 }
const open = { state: 'needs_response', amountCents: 4999, movements: [taken] }

test.each([
  [open, open, null],
  [null, null, null],
  [null, open, 'missing-here'],
  [open, null, 'missing-there'],
  [open, { ...open, amountCents: 1000 }, 'other-sum'],
  // Won, and 49.99 came back, of which the shop has not heard.
  [open, { ...open, state: 'won', movements: [taken, { cents: 4999, feeCents: 0 }] }, 'other-movements'],
  [open, { ...open, movements: [{ ...taken, feeCents: 2000 }] }, 'other-movements'],
  [open, { ...open, state: 'lost' }, 'other-state'],
] as const)('%# differs in %s', (ours, theirs, difference) => {
  expect(disputeDifference(ours, theirs)).toBe(difference)
})
