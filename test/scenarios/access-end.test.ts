import { expect } from 'vitest'
import { changePassword, listSessions, signOutEverywhere } from '#account/settings-endpoints.ts'
import { removeReview, viewReviews, writeReview } from '#review/endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { password } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, testInOneShop, type TestShop } from '../support/shop.ts'

const testByHand = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

/** Asked for a review of what was delivered, in a mail with a link. */
const reviewLink = async (shop: TestShop) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const [order] = await mara.orders()
  await runShopCommand(shop, 'ship', order?.number ?? '', '--carrier', 'ups', '--tracking', '1ZENDED1')
  await runShopCommand(shop, 'shipments', 'event', '1ZENDED1', 'delivered')
  await shop.travelDays(22)
  const keys = (await shop.mails(mara.email)).flatMap(
    ({ text }) => /\/review\?key=([\w.-]+)/.exec(text)?.[1] ?? [],
  )
  return { mara, key: keys[0] ?? '' }
}

const expired = { code: 'LINK_EXPIRED' }

test('a mailed card update link stops working after a new password, after signing out everywhere, and after an operator signs the member out', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-06')
  const { call } = mara.client
  const first = await updateCardLink(shop, mara)
  expect(await first.view()).toMatchObject({ status: 'owed' })
  await mara.signIn()
  await call(changePassword, { current_password: password, password })
  await expect(first.view()).rejects.toMatchObject(expired)
  await expect(first.pay('approve')).rejects.toMatchObject(expired)

  await shop.travelTo('2031-02-07')
  const second = await updateCardLink(shop, mara)
  expect(await second.view()).toMatchObject({ status: 'owed' })
  await call(signOutEverywhere, {})
  await expect(second.view()).rejects.toMatchObject(expired)

  await shop.travelTo('2031-02-09')
  const third = await updateCardLink(shop, mara)
  expect(await third.view()).toMatchObject({ status: 'owed' })
  await mara.signIn()
  const result = await runShopCommand(shop, 'sign-out', mara.email)
  expect(result).toEqual({
    code: 0,
    lines: ['1 session ended, and every link mailed before that acts for the member.'],
  })
  await expect(third.view()).rejects.toMatchObject(expired)
  await expect(call(listSessions, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

testByHand(
  'the link of a mail that asks for a review writes no review after signing out everywhere',
  async ({ shop }) => {
    const { mara, key } = await reviewLink(shop)
    const stranger = shop.visitor().client
    expect((await stranger.call(viewReviews, { key })).products).toHaveLength(1)
    await mara.signIn()
    await mara.client.call(signOutEverywhere, {})
    await expect(stranger.call(viewReviews, { key })).rejects.toMatchObject(expired)
    const words = { stars: 1, title: 'Not mine', text: 'Somebody else wrote this.', name: 'Mara I.' }
    await expect(stranger.call(writeReview, { key, product: 'ds-01', ...words })).rejects.toMatchObject(
      expired,
    )
    await expect(stranger.call(removeReview, { key, product: 'ds-01' })).rejects.toMatchObject(expired)
  },
)
