import { expect } from 'vitest'
import { viewCart } from '#cart/endpoints.ts'
import { orderAgain } from '#order/endpoints.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop()

const bought = async (shop: TestShop, contents: Readonly<Record<string, number>>) => {
  const buyer = shop.visitor()
  for (const [plan, quantity] of Object.entries(contents)) await buyer.add(plan, quantity)
  const { order } = await buyer.checkout()
  const lookup = { number: order?.number ?? '', email: buyer.email }
  return { ...buyer, lookup, again: () => buyer.client.call(orderAgain, lookup) }
}

test('a guest orders again at today’s price, and ordering again twice gives the same cart', async ({
  shop,
}) => {
  const mara = await bought(shop, { 'syn-wk': 2, 'vs-wk': 1 })
  await shop.changePrice('syn-wk', 5555)
  await shop.waitForPrice('syn-wk', '55.55')
  const again = await mara.again()
  expect(again).toMatchObject({ in_cart: [{ quantity: 2 }, { quantity: 1 }], left_out: [], removed: [] })
  expect(await mara.again()).toEqual(again)
  const cart = await mara.client.call(viewCart, {})
  expect(cart.items).toEqual({ 'syn-wk': 2, 'vs-wk': 1 })
  // 2 × 55.55 + 39.99 = 151.09
  expect(cart.subtotal).toBe('151.09')
})

test('ordering again with another e-mail, or without one, reveals nothing', async ({ shop }) => {
  const { lookup } = await bought(shop, { 'syn-rf': 1 })
  const stranger = shop.visitor()
  await expect(stranger.client.call(orderAgain, { ...lookup, email: stranger.email })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(stranger.client.call(orderAgain, { number: lookup.number })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect((await stranger.client.call(viewCart, {})).items).toEqual({})
})

test('a member orders again by a form without scripts, and a refill replaces the kit in the cart', async ({
  shop,
}) => {
  const june = await bought(shop, { 'syn-rf': 1 })
  const member = await shop.asMember(june)
  await member.add('vs-wk')
  const page = await member.client.send({ method: 'GET', path: `/account/orders/${june.lookup.number}` })
  expect(page.text).toContain('action="/order-again"')
  const answer = await member.client.send({
    method: 'POST',
    path: '/order-again',
    body: new URLSearchParams({ number: june.lookup.number, email: '' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(answer.text).toContain('Added to your cart')
  expect(answer.text).toContain('Removed from your cart')
  expect((await member.client.call(viewCart, {})).items).toEqual({ 'syn-rf': 1 })
  const empty = await member.client.send({ method: 'GET', path: '/order-again' })
  expect(empty.text).toContain('href="/account/orders"')
})
