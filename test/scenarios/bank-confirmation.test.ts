import { expect } from 'vitest'
import { owingConfirmation } from '../support/owed-confirmation.ts'
import { openTestShop, test, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

/** As `owingConfirmation`, with the subscription's own endpoints. */
const owing = async (shop: TestShop) => {
  const { member, link } = await owingConfirmation(shop)
  return { mara: await subscriptionClient(member), link }
}

const charges = async (shop: TestShop) => (await shop.pages.charges()).map(({ state }) => state)

test('a renewal that needs the member’s bank confirmation is not retried; a mail leads the member to confirm the payment', async ({
  shop,
}) => {
  const { mara, link } = await owing(shop)
  const [mail] = (await shop.mails(mara.email)).slice(-1)
  expect(mail?.text).toContain('Your bank asks you to confirm')
  expect(mail?.text).toContain('Confirm with your bank')
  // The retry days pass.
  await shop.travelTo('2031-02-16')
  expect(await charges(shop)).toEqual(['succeeded', 'declined'])
  expect((await mara.view()).payment_problem).toMatchObject({ asks_to_confirm: true, next_try_on: null })
  expect(await link.view()).toMatchObject({ status: 'owed', can_confirm: true })
  await expect(link.confirm('1.00')).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })

  const pending = await link.confirm()
  expect(pending.status).toBe('challenge')
  // In two windows at once: one question.
  await expect(link.confirm()).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
  const back = await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  expect(back.pathname).toBe(`/update-card/${link.token}`)
  await expect.poll(async () => (await link.view()).status).toBe('paid')
  expect(await link.confirm()).toEqual({ status: 'paid', challenge_url: null })
  expect(await mara.view()).toMatchObject({
    state: 'active',
    payment_problem: null,
    next_order_on: '2031-03-16',
    card: { last4: '3184' },
  })
  expect(await shop.chargedCents()).toEqual([4999, 4999])
})

test('a member whose bank confirmation fails can try again, or pay with another card, which closes the confirmation', async ({
  shop,
}) => {
  const { mara, link } = await owing(shop)
  const first = await link.confirm()
  await shop.pages.answerChallenge(first.challenge_url ?? '', 'refuse')
  await expect.poll(async () => (await link.view()).status).toBe('owed')
  expect(await link.view()).toMatchObject({ can_confirm: true })
  const second = await link.confirm()
  expect(second.status).toBe('challenge')
  // In another window.
  expect(await link.pay('approve')).toMatchObject({ status: 'paid' })
  await shop.pages.answerChallenge(second.challenge_url ?? '', 'approve').catch(() => undefined)
  await shop.travelTo('2031-03-05')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect(await mara.view()).toMatchObject({ state: 'active', card: { last4: '4242' } })
})

test('an unanswered bank confirmation expires after 30 minutes without a charge, and can be started again', async ({
  shop,
}) => {
  const { link } = await owing(shop)
  const pending = await link.confirm()
  await shop.advanceSeconds(31 * 60)
  await expect.poll(async () => (await link.view()).status).toBe('owed')
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve').catch(() => undefined)
  expect(await shop.chargedCents()).toEqual([4999])
  const again = await link.confirm()
  await shop.pages.answerChallenge(again.challenge_url ?? '', 'approve')
  await expect.poll(async () => (await link.view()).status).toBe('paid')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
})

test('a subscription that is canceled during the bank confirmation stays canceled and is charged for the owed order at most', async () => {
  const shop = await openTestShop({ environment: { DUNNING_END: 'paused' } })
  try {
    const { mara, link } = await owing(shop)
    expect(await mara.view()).toMatchObject({ state: 'paused' })
    const pending = await link.confirm()
    await mara.make({ action: 'cancel' })
    await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
    await expect.poll(async () => (await shop.chargedCents()).length).toBe(2)
    await shop.travelTo('2031-06-06')
    expect(await mara.view()).toMatchObject({ state: 'canceled' })
    expect(await shop.chargedCents()).toEqual([4999, 4999])
  } finally {
    await shop.close()
  }
})

test('a renewal of a subscription that was already canceled cannot be confirmed', async () => {
  const shop = await openTestShop({ environment: { DUNNING_END: 'paused' } })
  try {
    const { mara, link } = await owing(shop)
    await mara.make({ action: 'cancel' })
    await expect(link.confirm()).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
    expect(await shop.chargedCents()).toEqual([4999])
  } finally {
    await shop.close()
  }
})
