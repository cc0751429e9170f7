import { expect } from 'vitest'
import { listAddresses } from '#account/settings-endpoints.ts'
import { viewInvoice } from '#invoice/endpoints.ts'
import { findGuestOrder, viewOrder } from '#order/endpoints.ts'
import { viewSubscription } from '#subscription/endpoints.ts'
import { test } from '../support/shop.ts'

test('a repeated identical order gets a warning within a minute and is accepted after a minute', async ({
  shop,
}) => {
  const first = shop.visitor()
  await first.add('vs-rst')
  await first.checkout()
  const again = shop.visitor()
  await again.add('vs-rst')
  const filled = await again.fill({ email: first.email })
  await expect(again.send(filled)).rejects.toMatchObject({
    code: 'DUPLICATE_TRANSACTION_WARNING',
    status: 409,
    detail: 'It looks like you just placed an order. Please wait a minute before trying again.',
  })
  expect((await again.cart()).items).toEqual({ 'vs-rst': 1 })
  await shop.travelDays(1)
  expect(await again.send(filled)).toMatchObject({ status: 'ordered' })
  expect(await shop.chargedCents()).toEqual([6499, 6499])
})

test('a different order within a minute is accepted', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-gift-2020')
  await visitor.checkout()
  await visitor.add('syn-wk-gift-2020', 2)
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered' })
})

test('a price, line, fee or total sent by the browser is not trusted', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk', 2)
  const changed = { code: 'TOTAL_CHANGED', status: 409, data: { total: '99.98' } }
  const honest = await visitor.fill()
  const lies = [
    { total: '0.01' },
    { total: '99.97' },
    { lines: [{ plan_code: 'syn-wk', quantity: 2, price: '0.01' }] },
    { lines: [{ plan_code: 'syn-wk', quantity: 1, price: '49.99' }] },
    { lines: [{ plan_code: 'vs-wk', quantity: 2, price: '39.99' }] },
    { shipping: { method_code: 'free_shipping', amount: '-5.00' } },
    { shipping: { method_code: 'free_shipping', amount: '5.00' } },
  ]
  for (const lie of lies) {
    const answer = visitor.send({ ...honest, ...lie })
    const isNoPrice = JSON.stringify(lie).includes('-5.00')
    await expect(answer).rejects.toMatchObject(isNoPrice ? { code: 'VALIDATION_ERROR' } : changed)
  }
  expect(await shop.chargedCents()).toEqual([])
  const lines = [{ plan_code: 'syn-wk', quantity: 2, price: '49.99' }]
  expect(await visitor.send({ ...honest, lines })).toMatchObject({
    status: 'ordered',
    order: { total: '99.98' },
  })
})

test('the cart id of another buyer cannot be bought', async ({ shop }) => {
  const owner = await shop.member({ plan: 'monthly refill' })
  const { cart_id: cartId } = await owner.add('vs-wk')
  const thief = shop.visitor()
  await thief.add('vs-wk')
  const filled = await thief.fill()
  await expect(thief.send({ ...filled, cart_id: cartId ?? '' })).rejects.toMatchObject({ code: 'CART_EMPTY' })
  await expect(thief.send({ ...filled, cart_id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'CART_EMPTY',
  })
  expect((await owner.cart()).items).toEqual({ 'vs-wk': 1 })
  expect(await shop.chargedCents()).toEqual([4999])
})

test('a checkout of a subscription with the e-mail of an account requires sign-in', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const stranger = shop.visitor()
  await stranger.add('vs-rf')
  await expect(stranger.checkout({ email: mara.email })).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
    status: 409,
  })
  expect((await mara.subscriptions()).map(({ planCode }) => planCode)).toEqual(['syn-rf'])
  await mara.add('vs-rf')
  // Whatever e-mail a member types, the order is theirs.
  expect(await mara.checkout({ email: 'somebody@example.com' })).toMatchObject({ status: 'ordered' })
  expect((await mara.subscriptions()).map(({ planCode }) => planCode).toSorted()).toEqual(['syn-rf', 'vs-rf'])
  expect(await shop.mails('somebody@example.com')).toEqual([])
  // Both shipments go to the same address: it is in the account once.
  expect((await mara.client.call(listAddresses, {})).addresses).toHaveLength(1)
})

test('the checkout id of another buyer shows nothing', async ({ shop }) => {
  const visitor = shop.visitor()
  await expect(visitor.purchaseState(crypto.randomUUID())).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
  })
})

test('an order is visible to its member only', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const other = await shop.member({ plan: 'vaginal refill' })
  const [order] = await mara.orders()
  const [subscription] = await mara.subscriptions()
  const id = order?.id ?? ''
  expect(await mara.client.call(viewOrder, { number: order?.number ?? '' })).toMatchObject({ id })
  expect(await mara.client.call(viewInvoice, { id: order?.number ?? '' })).toMatchObject({ order_id: id })
  const gone = { code: 'NOT_FOUND', status: 404 }
  await expect(other.client.call(viewInvoice, { id })).rejects.toMatchObject(gone)
  await expect(other.client.call(viewInvoice, { id: order?.number ?? '' })).rejects.toMatchObject(gone)
  await expect(other.client.call(viewSubscription, { id: subscription?.id ?? '' })).rejects.toMatchObject(
    gone,
  )
  const nobody = shop.visitor()
  await expect(nobody.client.call(viewInvoice, { id })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const found = { number: order?.number ?? '', email: mara.email }
  expect(await nobody.client.call(findGuestOrder, found)).toMatchObject({ id })
  await expect(nobody.client.call(findGuestOrder, { ...found, email: other.email })).rejects.toMatchObject(
    gone,
  )
})
