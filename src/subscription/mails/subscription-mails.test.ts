import { expect, test } from 'vitest'
import { renderMail } from '#platform/render-mail.ts'
import { expectInBothForms } from '../../../test/support/mail-forms.ts'
import { renewalDeclined } from './renewal-mails.ts'
import { subscriptionChanged } from './subscription-changed.ts'

const manageUrl = 'https://shop.example/account/subscriptions'

test('the decline mail says that nothing was charged, when the next try is, and where to update the card', async () => {
  const facts = {
    name: 'DS-01 Daily Synbiotic',
    amountCents: 4999,
    currency: 'USD',
    card: { brand: 'visa', last4: '0341' },
    nextCard: null,
    problem: 'Your bank declined the card.',
    asksToConfirm: false,
    nextAttemptOn: '2027-02-21',
    state: 'active',
    updateCardUrl: 'https://shop.example/update-card/signed',
    linkDays: 30,
  } as const
  const mail = await renderMail(renewalDeclined(facts, 'en'))
  expectInBothForms(mail, [
    '$49.99',
    '0341',
    'You were not charged and nothing has shipped.',
    'February 21, 2027',
  ])
  expect(mail.text).toContain(facts.updateCardUrl)
  const last = await renderMail(renewalDeclined({ ...facts, nextAttemptOn: null, state: 'failed' }, 'en'))
  expectInBothForms(last, ['the subscription has ended', 'We won’t try this card again'])
  const paused = await renderMail(renewalDeclined({ ...facts, nextAttemptOn: null, state: 'paused' }, 'en'))
  expectInBothForms(paused, ['the subscription is paused'])
})

test('the mail about a change names the new terms and the next charge', async () => {
  const facts = {
    action: 'pause',
    name: 'DS-01 Daily Synbiotic',
    currency: 'USD',
    chargeDuringChange: null,
    manageUrl,
    cancelOrderUrl: `${manageUrl}/one?done=two`,
  } as const
  const next = { on: '2027-05-20', totalCents: 4999 }
  const paused = await renderMail(
    subscriptionChanged({ ...facts, state: 'paused', pausedUntil: '2027-04-01', next }, 'en'),
  )
  expectInBothForms(paused, ['is paused until April 1, 2027.', 'May 20, 2027', '$49.99'])
  const open = await renderMail(
    subscriptionChanged({ ...facts, state: 'paused', pausedUntil: null, next: null }, 'en'),
  )
  expectInBothForms(open, ['is paused until you resume it.'])
  expect(open.text).not.toContain('Next order')
  const active = await renderMail(
    subscriptionChanged({ ...facts, state: 'active', pausedUntil: null, next }, 'en'),
  )
  expectInBothForms(active, ['Your subscription is active.', 'May 20, 2027', '$49.99'])
  const chargeDuringChange = {
    cycleId: 'a cycle',
    cents: 5999,
    currency: 'USD',
    on: '2027-02-20',
    isRequested: false,
    isOrderCanceled: false,
    state: 'pending',
    canCancelOrder: true,
  } as const
  const during = { ...facts, state: 'paused', pausedUntil: null, next: null, chargeDuringChange } as const
  const charging = await renderMail(subscriptionChanged(during, 'en'))
  expectInBothForms(charging, [
    'Nothing else is charged in the meantime.',
    '$59.99 is being charged for your February 20, 2027 order',
    'If the payment fails, we won’t try that order again.',
    'Cancel that order too and get $59.99 back',
  ])
  expect(charging.text).not.toContain('Nothing is charged')
  // The order of an undone pause is tried again.
  const undone = await renderMail(
    subscriptionChanged({ ...during, action: 'undo', state: 'active', next }, 'en'),
  )
  expectInBothForms(undone, ['$59.99 is being charged for your February 20, 2027 order.'])
  expect(undone.text).not.toContain('not tried again')
})
