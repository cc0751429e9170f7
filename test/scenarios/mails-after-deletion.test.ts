import { expect } from 'vitest'
import { deleteAccount, setMailPreference } from '#account/privacy-endpoints.ts'
import { claimGift } from '#gift/endpoints.ts'
import { linksTo } from '../support/gift-links.ts'
import type { Member } from '../support/member.ts'
import { places } from '../support/places.ts'
import { test, type TestShop } from '../support/shop.ts'

/** A member who gave a gift, with what its recipient can do. */
const giverOf = async (shop: TestShop, recipient: string) => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: recipient, recipient_name: 'Zoe Quill' })
  const { order } = await giver.checkout()
  const [token = ''] = await linksTo(shop, recipient)
  const claim = (place: 'toronto' | 'wellington' = 'toronto') =>
    shop.visitor().client.call(claimGift, { token, address: places[place] })
  return { member: await shop.asMember(giver), number: order?.number ?? '', token, claim }
}

const leave = async (member: Member): Promise<void> => {
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
}

/** What was mailed after the mail that the account was deleted. */
const sinceLeaving = async (shop: TestShop, { email }: Member): Promise<readonly string[]> => {
  const subjects = (await shop.mails(email)).map(({ subject }) => subject)
  return subjects.slice(subjects.indexOf('Your Loam account was deleted') + 1)
}

test('a giver who deleted the account is not notified of who claimed the gift and that it shipped', async ({
  shop,
}) => {
  const [before, after, gone] = [
    await giverOf(shop, 'one@recipient.example'),
    await giverOf(shop, 'two@recipient.example'),
    await giverOf(shop, 'three@recipient.example'),
  ]
  await before.claim()
  for (const { member } of [before, after]) await leave(member)
  await after.claim()
  await gone.claim()
  await shop.travelDays(20)
  expect(await sinceLeaving(shop, before.member)).toEqual([])
  expect(await sinceLeaving(shop, after.member)).toEqual([])
  expect((await shop.mails(gone.member.email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Zoe Quill claimed your gift', `Order ${gone.number} has shipped`]),
  )
  for (const email of ['one@recipient.example', 'two@recipient.example'])
    expect((await shop.mails(email)).map(({ subject }) => subject)).toContain(
      'Your gift from A friend has shipped',
    )
})

test('a giver who deleted the account is still notified when the gift cannot be given, because money can go back', async ({
  shop,
}) => {
  const { member, claim } = await giverOf(shop, 'one@recipient.example')
  await leave(member)
  await shop.travelDays(31)
  await expect(claim('wellington')).rejects.toMatchObject({ code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY' })
  expect(await sinceLeaving(shop, member)).toEqual([
    'Zoe Quill has not claimed your gift',
    'Your gift cannot be sent to New Zealand',
  ])
})

test('a member who turned shipping mails off and then deletes the account gets none', async ({ shop }) => {
  const buy = async () => {
    const buyer = shop.visitor()
    await buyer.add('vs-rst')
    await buyer.checkout()
    return shop.asMember(buyer)
  }
  const [quiet, usual] = [await buy(), await buy()]
  await quiet.client.call(setMailPreference, { topic: 'order-shipped', wanted: false })
  for (const member of [quiet, usual]) await leave(member)
  await shop.travelDays(30)
  expect(await sinceLeaving(shop, quiet)).toEqual([])
  expect(await sinceLeaving(shop, usual)).toEqual([expect.stringMatching(/^Order .* has shipped$/)])
})
