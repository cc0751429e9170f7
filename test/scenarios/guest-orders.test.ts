import { expect } from 'vitest'
import { exportUser } from '#account/privacy-endpoints.ts'
import { listAddresses } from '#account/settings-endpoints.ts'
import { viewUser } from '#account/endpoints.ts'
import { viewGift } from '#gift/endpoints.ts'
import { viewInvoice } from '#invoice/endpoints.ts'
import { confirmOrder, findGuestOrder, listUnconfirmedOrders, viewOrder } from '#order/endpoints.ts'
import { places } from '../support/places.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

/** One thing, once: nothing that a subscription would be attached to. */
const once = 'syn-wk-gift-2020'

const thiefs = { ...places.oregon, firstName: 'Not', lastName: 'Theirs', address: '1 Fence Lane' }

test('a guest order with a member’s e-mail stays out of the account until the member confirms the order', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const stranger = shop.visitor()
  await stranger.add(once)
  const bought = await stranger.checkout({ email: mara.email, but: { address: thiefs } })
  const number = bought.order?.number ?? ''
  expect(bought.status).toBe('ordered')
  const { call } = mara.client

  // Neither the address book nor the prefilled checkout has the stranger's address.
  expect(JSON.stringify(await call(listAddresses, {}))).not.toContain('Fence')
  expect(JSON.stringify(await call(viewUser, {}))).not.toContain('Fence')
  expect((await mara.orders()).map((order) => order.number)).not.toContain(number)
  await expect(call(viewOrder, { number })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await mara.prove()
  expect(JSON.stringify(await call(exportUser, {}))).not.toMatch(/Fence|Theirs/)
  // The question to the member contains date and total, and nothing of the stranger.
  const { orders: waiting } = await call(listUnconfirmedOrders, {})
  expect(waiting).toEqual([
    { number, placed_at: expect.any(String), total: bought.order?.total, currency: 'USD' },
  ])

  // Its buyer follows it as every guest does.
  const found = await stranger.client.call(findGuestOrder, { number, email: mara.email })
  expect(found.address.address).toBe('1 Fence Lane')

  const other = await shop.member({ plan: 'vaginal refill' })
  await expect(other.client.call(confirmOrder, { number })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await other.client.call(listUnconfirmedOrders, {})).toEqual({ orders: [] })

  // Twice at once is once.
  const outcomes = await Promise.allSettled([call(confirmOrder, { number }), call(confirmOrder, { number })])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mara.orders()).map((order) => order.number)).toContain(number)
  expect(await call(listUnconfirmedOrders, {})).toEqual({ orders: [] })
  // The address book is still the member's alone.
  expect(JSON.stringify(await call(listAddresses, {}))).not.toContain('Fence')
})

test('a guest gift, its invoice, and a guest order whose account was opened during the bank confirmation also stay out of the account until confirmed', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const giver = shop.visitor()
  await giver.add(once)
  const bought = await giver.checkout({ email: mara.email, but: { address: thiefs } })
  const number = bought.order?.number ?? ''
  await expect(mara.client.call(viewGift, { number })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(mara.client.call(viewInvoice, { id: number })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const slow = shop.visitor()
  await slow.add(once)
  const pending = await slow.checkout({ card: 'challenge', but: { address: thiefs } })
  expect(pending.status).toBe('challenge')
  const owner = shop.visitor()
  await owner.add('syn-rf')
  await owner.checkout({ email: slow.email })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  const decided = await slow.untilDecided(pending.checkout_id)
  const member = await shop.asMember({ ...owner, email: slow.email })
  expect((await member.orders()).map((order) => order.number)).not.toContain(decided.order?.number)
  expect(await member.client.call(listUnconfirmedOrders, {})).toMatchObject({
    orders: [{ number: decided.order?.number }],
  })
})
