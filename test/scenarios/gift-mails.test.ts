import { expect } from 'vitest'
import { changeGift } from '#gift/endpoints.ts'
import { test } from '../support/shop.ts'

test('a corrected recipient e-mail gets all mails of the gift from the first, also after the giver got the mail that the gift is unclaimed', async ({
  shop,
}) => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: 'former@example.com' })
  const { order } = await giver.checkout()
  const named = { number: order?.number ?? '', email: giver.email }
  const subjectsTo = async (email: string) => (await shop.mails(email)).map(({ subject }) => subject)
  const correct = (recipient: string) =>
    giver.client.call(changeGift, { ...named, recipient_email: recipient })
  const mailsTo = async (email: string) => (await subjectsTo(email)).length
  const notes = async () =>
    (await subjectsTo(giver.email)).filter((subject) => /has not claimed/.test(subject)).length
  await shop.travelDays(25)
  await correct('current@example.com')
  await shop.travelDays(6)
  expect([await mailsTo('current@example.com'), await notes()]).toEqual([1, 0])
  await shop.travelDays(1)
  expect([await mailsTo('current@example.com'), await notes()]).toEqual([2, 0])
  await shop.travelDays(23)
  expect([await mailsTo('current@example.com'), await notes()]).toEqual([3, 1])
  await correct('latest@example.com')
  await shop.travelDays(31)
  expect([await mailsTo('latest@example.com'), await notes()]).toEqual([3, 2])
  expect([await mailsTo('former@example.com'), await mailsTo('current@example.com')]).toEqual([3, 3])
})
