import { expect } from 'vitest'
import { charging } from '../support/charged-subscription.ts'
import { testDuringCharge as test } from '../support/shop.ts'

type Charging = Awaited<ReturnType<typeof charging>>

const pageOf = async (mara: Charging, path: string): Promise<string> => {
  await mara.signIn()
  return (await mara.client.send({ method: 'GET', path })).text
}

const isCharged = /\$49\.99 (?:is being|was) charged for your January 6, 2031 order/

test('the page of a pause also names the charge in progress', async ({ shop }) => {
  const mara = await charging(shop)
  await mara.make({ action: 'pause' })
  const page = await pageOf(mara, '/account/subscriptions')
  expect(page).toContain('No more orders ship and you won’t be charged again')
  expect(page).not.toContain('Nothing ships and you won’t be charged')
})

test('the home page of a member without coming orders names the charge in progress', async ({ shop }) => {
  const mara = await charging(shop)
  await mara.make({ action: 'cancel' })
  const page = await pageOf(mara, '/account/home')
  expect(page).toMatch(isCharged)
  expect(page).not.toContain('Nothing ships and you won’t be charged')
})
