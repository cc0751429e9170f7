import { expect } from 'vitest'
import { claimGift, listReceivedGifts, viewLinkedGift } from '#gift/endpoints.ts'
import { linksTo } from '../support/gift-links.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { places } from '../support/places.ts'
import { test } from '../support/shop.ts'

test('the recipient of a canceled gift gets a mail about the cancellation and cannot claim the gift again', async ({
  shop,
}) => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: 'rae@example.com' })
  const { order } = await giver.checkout()
  const [token = ''] = await linksTo(shop, 'rae@example.com')
  const visitor = shop.visitor()
  await visitor.client.call(claimGift, { token, address: places.oregon })
  await runShopCommand(shop, 'refund', order?.number ?? '')
  expect(await visitor.client.call(viewLinkedGift, { token })).toMatchObject({
    state: 'canceled',
    ship_on: null,
  })
  await expect(visitor.client.call(claimGift, { token, address: places.oregon })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  const rae = await shop.asMember({ ...visitor, email: 'rae@example.com' })
  const { gifts } = await rae.client.call(listReceivedGifts, {})
  expect(gifts.map(({ state }) => state)).toEqual(['canceled'])
  const page = await rae.client.send({ method: 'GET', path: '/account/orders' })
  expect(page.text).toContain('Canceled')
})
