import { expect, test } from 'vitest'
import { renewalDeclined } from './renewal-mails.ts'

test('the mail about a bank confirmation asks the member to confirm, and says that nothing is retried without it', () => {
  const mail = renewalDeclined(
    {
      name: 'DS-01 Daily Synbiotic',
      amountCents: 4999,
      currency: 'USD',
      card: { brand: 'visa', last4: '3184' },
      nextCard: null,
      problem: 'Your bank needs you to confirm this payment.',
      asksToConfirm: true,
      nextAttemptOn: null,
      state: 'failed',
      updateCardUrl: 'https://shop.example/update-card/signed',
      linkDays: 30,
    },
    'en',
  )
  expect(mail.heading).toBe('Your bank asks you to confirm.')
  const words = JSON.stringify(mail.blocks)
  expect(words).toContain('We won’t try again automatically')
  expect(words).toContain('Confirm with your bank')
  expect(words).not.toContain('Pay with another card')
})
