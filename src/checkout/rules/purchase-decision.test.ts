import { expect, test } from 'vitest'
import { isDuplicatePurchase } from './purchase-decision.ts'

const at = Temporal.Instant.from('2026-11-20T12:00:00Z')
const lines = [
  { planCode: 'syn-wk', quantity: 1 },
  { planCode: 'vs-wk', quantity: 2 },
]
const placed = [{ email: 'mara@example.com', lines, at, isUndecided: false, isOwn: false }]

test.each([
  ['the same, begun a moment earlier and written down later', { at: at.subtract({ milliseconds: 2 }) }, true],
  ['the same a second later', { at: at.add({ seconds: 1 }) }, true],
  ['the same at the same moment', {}, true],
  ['the same after 59.999 s', { at: at.add({ milliseconds: 59_999 }) }, true],
  ['the same after a minute', { at: at.add({ seconds: 60 }) }, false],
  ['lines in another order', { lines: lines.toReversed() }, true],
  ['another quantity', { lines: [{ planCode: 'syn-wk', quantity: 2 }, ...lines.slice(1)] }, false],
  ['a line less', { lines: lines.slice(1) }, false],
  ['the e-mail in capitals', { email: ' MARA@example.com' }, true],
  ['another e-mail', { email: 'ines@example.com' }, false],
])('%s', (_, difference, expected) => {
  expect(isDuplicatePurchase({ email: 'mara@example.com', lines, at, ...difference }, placed)).toBe(expected)
})

test('an undecided purchase counts as a duplicate, no matter how long ago it began', () => {
  const undecided = placed.map((one) => ({ ...one, isUndecided: true }))
  const requested = { email: 'mara@example.com', lines, at: at.add({ hours: 3 }) }
  expect(isDuplicatePurchase(requested, undecided)).toBe(true)
  expect(isDuplicatePurchase({ ...requested, lines: lines.slice(1) }, undecided)).toBe(false)
})
