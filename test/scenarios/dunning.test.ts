import { expect } from 'vitest'
import { undoChange } from '#subscription/change/change-endpoints.ts'
import { viewOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { updateCardLink } from '../support/card-link.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { openTestShop, test } from '../support/shop.ts'

test('a mailed link accepts another card without a session: the order is placed, the dates stay, and the card is saved', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-06')
  const [pending] = await mara.subscriptions()
  expect(pending?.payment_problem).toMatchObject({ since: '2031-02-06', next_try_on: '2031-02-07' })
  const link = await updateCardLink(shop, mara)
  const shown = await link.view()
  expect(shown).toMatchObject({
    status: 'owed',
    total: '49.99',
    card: { last4: '0341' },
    next_order_on: '2031-03-06',
  })
  // No personal data: no name, no address, no e-mail.
  expect(JSON.stringify(shown)).not.toContain(mara.email)
  expect(JSON.stringify(shown)).not.toContain('Portland')
  await expect(link.pay('approve', '1.00')).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  await expect(link.pay('no-funds')).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await link.view()).toMatchObject({ status: 'owed' })
  expect(await link.pay('approve')).toEqual({ status: 'paid', challenge_url: null })
  // The same link again pays nothing more.
  expect(await link.pay('approve')).toEqual({ status: 'paid', challenge_url: null })
  const [recovered] = await mara.subscriptions()
  expect(recovered).toMatchObject({ state: 'active', payment_problem: null, next_order_on: '2031-03-06' })
  expect(recovered?.card?.last4).not.toBe('0341')
  await shop.travelTo('2031-03-06')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-06', '2031-03-06'])
  expect(await shop.chargedCents()).toEqual([4999, 4999, 4999])
})

test('a stolen card is not retried; another card restarts the subscription once, from the day of the payment', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-02-06')
  const link = await updateCardLink(shop, mara)
  await shop.travelTo('2031-02-26')
  // Twenty days later the bank was not asked a second time.
  expect((await shop.pages.charges()).map(({ state }) => state)).toEqual(['succeeded', 'declined'])
  expect((await mara.subscriptions())[0]).toMatchObject({
    state: 'failed',
    payment_problem: { next_try_on: null },
  })
  expect(await link.view()).toMatchObject({ status: 'owed', next_order_on: '2031-03-26' })
  // Pressed twice at once.
  const answers = await Promise.allSettled([link.pay('approve'), link.pay('approve')])
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await link.view()).toMatchObject({ status: 'paid' })
  expect((await mara.subscriptions())[0]).toMatchObject({ state: 'active', next_order_on: '2031-03-26' })
  await shop.travelTo('2031-03-26')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-26', '2031-03-26'])
})

test('a new card of a mailed link may need bank confirmation, and the link shows the state of the payment', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-06')
  const link = await updateCardLink(shop, mara)
  const pending = await link.pay('challenge')
  expect(pending.status).toBe('challenge')
  await expect(link.pay('approve')).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
  const back = await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  expect(back.pathname).toBe(`/update-card/${link.token}`)
  await expect.poll(async () => (await link.view()).status).toBe('paid')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
})

test('a card update link works for 30 days and for its own subscription, and not after the member reactivated the subscription', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' }))
  await shop.travelTo('2031-02-06')
  const link = await updateCardLink(shop, mara)
  const { call } = newApiClient(shop.url)
  const [body, signature] = link.token.split('.')
  const forged = `${Buffer.from('018f0000-0000-7000-8000-000000000001 9999999999999').toString('base64url')}.${signature}`
  for (const token of [forged, `${body}.x`, 'x', 'a.b'])
    await expect(call(viewOwedOrder, { token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  const { change_id } = await mara.make({ action: 'reactivate' })
  await expect(link.view()).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  expect(change_id).not.toBe('')
  const lena = await shop.member({ plan: 'vaginal refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-03-06')
  const other = await updateCardLink(shop, lena)
  expect(await other.view()).toMatchObject({ status: 'owed' })
  await shop.travelTo('2031-04-06')
  await expect(other.view()).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('with DUNNING_END=paused an unpaid subscription is paused, and a member who resumes owes the same order again', async () => {
  const shop = await openTestShop({ environment: { DUNNING_END: 'paused' } })
  try {
    const mara = await subscriptionClient(
      await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' }),
    )
    await shop.travelTo('2031-02-06')
    expect(await mara.view()).toMatchObject({ state: 'paused', payment_problem: { next_try_on: null } })
    await shop.travelTo('2031-02-10')
    await mara.make({ action: 'resume' })
    await shop.travelTo('2031-02-11')
    // Asked again, refused again, paused again; no second cycle.
    expect(await mara.view()).toMatchObject({ state: 'paused', payment_problem: { since: '2031-02-11' } })
    expect(await (await updateCardLink(shop, mara)).pay('approve')).toMatchObject({ status: 'paid' })
    expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-03-11' })
    expect(await shop.chargedCents()).toEqual([4999, 4999])
  } finally {
    await shop.close()
  }
})

test('with cancellation after dunning the retry schedule completes first, and another card restarts the subscription once', async () => {
  const shop = await openTestShop({ environment: { DUNNING_END: 'canceled' } })
  try {
    const mara = await subscriptionClient(
      await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' }),
    )
    await shop.travelTo('2031-02-10')
    expect(await mara.view()).toMatchObject({
      state: 'active',
      payment_problem: { next_try_on: '2031-02-11' },
    })
    // Due on February 6, retried after one, three and five days.
    await shop.travelTo('2031-02-11')
    expect(await mara.view()).toMatchObject({ state: 'canceled', payment_problem: { next_try_on: null } })
    const link = await updateCardLink(shop, mara)
    await shop.travelTo('2031-02-20')
    // A member who restarts it does not owe this date anymore: the link leads nowhere until that is undone.
    const { change_id } = await mara.make({ action: 'reactivate' })
    await expect(link.view()).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
    await mara.call(undoChange, { id: mara.id, change_id })
    expect(await link.view()).toMatchObject({ status: 'owed', next_order_on: '2031-03-20' })
    expect(await link.pay('approve')).toMatchObject({ status: 'paid' })
    expect(await mara.view()).toMatchObject({
      state: 'active',
      payment_problem: null,
      next_order_on: '2031-03-20',
    })
    await shop.travelTo('2031-03-20')
    expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-20', '2031-03-20'])
    expect(await shop.chargedCents()).toEqual([4999, 4999, 4999])
  } finally {
    await shop.close()
  }
})
