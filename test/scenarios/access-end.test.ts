import { expect } from 'vitest'
import { changePassword, listSessions, signOutEverywhere } from '#account/settings-endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { password } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

const expired = { code: 'LINK_EXPIRED' }

test('a new password, signing out everywhere and an operator each close a mailed link for a card', async ({
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
  expect(result).toEqual({ code: 0, lines: ['1 session ended, and every link that was mailed before.'] })
  await expect(third.view()).rejects.toMatchObject(expired)
  await expect(call(listSessions, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
