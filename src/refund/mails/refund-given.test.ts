import { expect, test } from 'vitest'
import { refundGiven } from './refund-given.ts'
import { renderMail } from '#platform/render-mail.ts'

test('a refund to two destinations names the amount of each, in the preview and in the text', async () => {
  const refund = refundGiven(
    {
      orderNumber: 'L1',
      split: { cardCents: 50, creditCents: 6449 },
      totalCents: 6499,
      currency: 'USD',
      card: { brand: 'visa', last4: '4242' },
      isCanceled: true,
      rows: [
        { name: '1 × DS-01 Daily Synbiotic', cents: 5649 },
        { name: 'Shipping', cents: 850 },
      ],
      reason: 'Goodwill: It came late',
      gift: null,
    },
    'en',
  )
  const { text } = await renderMail(refund)
  expect(text).toContain('back: $0.50 to your')
  expect(text).toContain('$64.49 to your account as credit')
  expect(text).toContain('will not ship')
  expect(text).toContain('Reason: Goodwill: It came late.')
  expect(text).toMatch(/1 × DS-01 Daily Synbiotic: \$56\.49/)
  expect(text).toMatch(/Shipping: \$8\.50/)
  expect(text).not.toMatch(/\$64\.99[^:]*back to your/)
  expect(refund.preview).toContain('$64.49 to your account as credit')
})

test.each(['It came late.', 'It came late!', 'Sorry…'])('%j ends its sentence', async (reason) => {
  const { text } = await renderMail(
    refundGiven(
      {
        orderNumber: 'L1',
        split: { cardCents: 50, creditCents: 0 },
        totalCents: 6499,
        currency: 'USD',
        card: null,
        isCanceled: false,
        rows: [],
        reason,
        gift: null,
      },
      'en',
    ),
  )
  expect(text).toContain(`Reason: ${reason}\n`)
})
