import { expect, test } from 'vitest'
import { disputeMail } from './dispute-mails.ts'

const facts = {
  id: 'd1',
  orderNumber: 'L1',
  reason: 'fraudulent',
  amountCents: 4999,
  currency: 'USD',
  dueOn: null,
} as const

// Stripe's `prevented`: its buyer was given the money back before the bank took anything.
test.each([
  ['won', 'The dispute of order L1 is won'],
  ['lost', 'The dispute of order L1 is lost'],
  ['prevented', 'The dispute of order L1 was settled: its buyer has the money'],
  ['warning_closed', 'The bank lets order L1 rest'],
] as const)('the mail at the end of a dispute that is %s says where the money is', (state, subject) => {
  expect(disputeMail('closed', { ...facts, state }).subject).toBe(subject)
})
