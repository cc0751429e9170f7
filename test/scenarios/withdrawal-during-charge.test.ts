import { expect } from 'vitest'
import { previewWithdrawal, withdraw } from '#withdrawal/endpoints.ts'
import { charging } from '../support/charged-subscription.ts'
import { testDuringCharge as test } from '../support/shop.ts'

test('canceling an order whose subscription is being charged shows the sum of the charge, and no mail says that nothing is charged', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const [first] = await mara.orders()
  const order = { number: first?.number ?? '' }
  expect(await mara.call(previewWithdrawal, order)).toMatchObject({
    kind: 'cancel',
    charges_in_flight: [{ subscription_id: mara.id, amount: '49.99', on: '2031-01-06' }],
  })
  const path = `/withdraw?number=${order.number}`
  const page = (await mara.client.send({ method: 'GET', path })).text
  expect(page).toContain('$49.99 is being charged for your January 6, 2031 order.')
  expect(page).not.toContain('you won’t be charged again')
  await mara.call(withdraw, order)
  const mails = await shop.mails(mara.email)
  const ended = mails.find(({ subject }) => subject === 'Your subscription is canceled')
  expect(ended?.text).toContain('Cancel that order too and get $49.99 back')
  const mail = mails.find(({ subject }) => subject === `Order ${order.number} is canceled`)
  expect(mail?.text).toContain('Subscriptions from this order end with it.')
  expect(mails.filter(({ text }) => /won’t be charged again|Nothing more will ship/.test(text))).toEqual([])
  await shop.travelDays(1)
  // The second charge was already requested, and continued.
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect(await shop.refundedCents()).toEqual([4999, 0])
})
