import { expect, test } from 'vitest'
import { renderMail } from '#platform/render-mail.ts'
import { subscriptionCanceled } from './subscription-canceled.ts'

const manageUrl = 'https://shop.example/account/subscriptions'

/** Every part must be in both forms of the mail; the HTML is read without its tags. */
const expectInBothForms = (
  { html, text }: { html: string; text: string },
  parts: readonly string[],
): void => {
  const read = html.replaceAll(/<!--.*?-->|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ')
  for (const part of parts) {
    expect(text).toContain(part)
    expect(read).toContain(part)
  }
}

const cancelOrderUrl = 'https://shop.example/account/subscriptions/one?done=two'
const canceled = { name: 'DS-01 Daily Synbiotic', canceledOn: '2027-02-20', manageUrl, cancelOrderUrl }

test('the cancellation mail names the date and says that nothing more is charged', async () => {
  const mail = await renderMail(subscriptionCanceled({ ...canceled, chargeDuringChange: null }, 'en'))
  expect(mail.subject).toBe('Your subscription is canceled')
  expectInBothForms(mail, [
    'DS-01 Daily Synbiotic was canceled on February 20, 2027.',
    'You won’t be charged again',
  ])
})

test('the cancellation mail during a charge names the amount and what happens to it', async () => {
  const charge = {
    cycleId: 'a cycle',
    cents: 4999,
    currency: 'USD',
    on: '2027-02-20',
    state: 'pending',
    isRequested: false,
    isOrderCanceled: false,
    canCancelOrder: true,
  } as const
  const pending = await renderMail(subscriptionCanceled({ ...canceled, chargeDuringChange: charge }, 'en'))
  expectInBothForms(pending, [
    '$49.99 is being charged for your February 20, 2027 order',
    'If your bank declines it',
    'Cancel that order too and get $49.99 back',
  ])
  expect(pending.text).toContain(cancelOrderUrl)
  expect(pending.text).not.toContain('Nothing more')
  const canceledOrder = await renderMail(
    subscriptionCanceled(
      {
        ...canceled,
        chargeDuringChange: { ...charge, state: 'charged', isOrderCanceled: true, canCancelOrder: false },
      },
      'en',
    ),
  )
  expect(canceledOrder.text).not.toContain(cancelOrderUrl)
  expectInBothForms(canceledOrder, ['$49.99 was charged', 'That order will be canceled and refunded.'])
  const refused = await renderMail(
    subscriptionCanceled(
      {
        ...canceled,
        chargeDuringChange: { ...charge, state: 'not-charged', canCancelOrder: false },
      },
      'en',
    ),
  )
  expectInBothForms(refused, ['You won’t be charged again'])
})
