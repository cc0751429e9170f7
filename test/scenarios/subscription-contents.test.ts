import { expect } from 'vitest'
import { listOrders } from '#order/endpoints.ts'
import { addOneTime, changeShippingAddress, removeOneTime } from '#subscription/change/change-endpoints.ts'
import { viewSubscriptionChoices } from '#subscription/change/choice-endpoints.ts'
import { places } from '../support/places.ts'
import { undoChange } from '#subscription/change/change-endpoints.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test('a swap to another product keeps that product’s price of the day of the swap', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { seen, made } = await mara.agree({ action: 'swap', plan_code: 'vs-rf' })
  expect(seen.upcoming_order).toMatchObject({ on: '2031-02-06', total: '39.99' })
  expect(made.subscription).toMatchObject({ planCode: 'vs-rf', price: '39.99' })
  await shop.changePrice('vs-rf', 4599)
  await shop.travelTo('2031-02-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-02-06', cents: 3999 },
  ])
})

test('changing quantity or frequency changes the contents of the next order, not its day', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill', boughtOn: '2031-01-31' }))
  await mara.agree({ action: 'change-quantity', quantity: 2 })
  const { seen } = await mara.agree({ action: 'change-frequency', interval_months: 3 })
  // 2 × 134.97 = 269.94
  expect(seen.upcoming_order).toMatchObject({ on: '2031-02-28', total: '269.94' })
  expect(seen.next_dates).toEqual(['2031-02-28', '2031-05-31', '2031-08-31'])
  await shop.travelTo('2031-05-31')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-31', cents: 4999 },
    { on: '2031-02-28', cents: 26994 },
    { on: '2031-05-31', cents: 26994 },
  ])
})

test('a one-time add-on comes with the next order only', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { add_ons: offered } = await mara.call(viewSubscriptionChoices, { id: mara.id })
  expect(offered.map((plan) => plan.plan_code)).toEqual(['syn-rf', 'pds-rf', 'vs-rf', 'vs-rst'])
  const added = await mara.call(addOneTime, { id: mara.id, plan_code: 'vs-rst' })
  const lines = added.subscription.upcoming_order?.lines ?? []
  expect(lines.map((line) => [line.plan_code, line.total])).toEqual([
    ['syn-rf', '49.99'],
    ['vs-rst', '64.99'],
  ])
  const { made } = await mara.agree({ action: 'add-one-time', plan_code: 'pds-rf' })
  const extra = made.subscription.upcoming_order?.lines.at(-1)?.add_on_id ?? ''
  await mara.call(removeOneTime, { id: mara.id, add_on_id: extra })
  await shop.travelTo('2031-03-06')
  // 49.99 + 64.99 = 114.98
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-02-06', cents: 11498 },
    { on: '2031-03-06', cents: 4999 },
  ])
  const { orders } = await mara.call(listOrders, {})
  expect(orders.map((order) => order.lines.map((line) => line.plan_code))).toEqual([
    ['syn-rf'],
    ['syn-rf', 'vs-rst'],
    ['syn-rf'],
  ])
})

test('an order after an address change is taxed by the new address', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const address = places.california
  const { seen } = await mara.agree({ action: 'change-address', address })
  // 49.99 and 7.25 % of it, 3.62.
  expect(seen.upcoming_order).toMatchObject({ tax: '3.62', total: '53.61' })
  await expect(
    mara.call(changeShippingAddress, { subscription_id: mara.id, address: { ...address, zip: '9' } }),
  ).rejects.toMatchObject({ code: 'BILLING_VALIDATION_ERROR', fields: { 'address.zip': expect.anything() } })
  await shop.travelTo('2031-02-06')
  expect((await mara.charges()).at(-1)).toEqual({ on: '2031-02-06', cents: 5361 })
})

test('a permanent coupon applies from the next order and survives every change', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { seen } = await mara.agree({ action: 'apply-coupon', code: 'forever15' })
  // 49.99 less 7.50.
  expect(seen.upcoming_order).toMatchObject({
    discounts: [{ code: 'FOREVER15', reason: 'forever', amount: '7.50' }],
    total: '42.49',
  })
  await mara.make({ action: 'swap', plan_code: 'vs-rf' })
  await expect(mara.make({ action: 'apply-coupon', code: 'WELCOME10' })).rejects.toMatchObject({
    code: 'INVALID_COUPON',
    data: { refusals: [{ code: 'WELCOME10', reason: 'first-order-only' }] },
  })
  await shop.travelTo('2031-03-06')
  // 39.99 less 15 %, 5.9985, rounded 6.00.
  expect((await mara.charges()).slice(1)).toEqual([
    { on: '2031-02-06', cents: 3399 },
    { on: '2031-03-06', cents: 3399 },
  ])
})

test('a held item of the next order is shipped with the order after it', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'add-one-time', plan_code: 'vs-rst' })
  const { seen } = await mara.agree({ action: 'skip-item' })
  expect(seen.upcoming_order).toMatchObject({ total: '64.99', held: [{ add_on_id: null }] })
  await shop.travelTo('2031-02-06')
  expect((await mara.view()).upcoming_order).toMatchObject({ on: '2031-03-06', total: '49.99', held: [] })
  await mara.make({ action: 'add-one-time', plan_code: 'vs-rst' })
  const id = (await mara.view()).upcoming_order?.lines[1]?.add_on_id ?? ''
  const held = await mara.make({ action: 'skip-item', add_on_id: id })
  expect(held.subscription.upcoming_order).toMatchObject({ total: '49.99', held: [{ add_on_id: id }] })
  await mara.call(undoChange, { id: mara.id, change_id: held.change_id })
  expect((await mara.view()).upcoming_order).toMatchObject({ total: '114.98', held: [] })
  await mara.make({ action: 'skip-item', add_on_id: id })
  await shop.travelTo('2031-04-06')
  // 64.99 alone, 49.99 alone, and both.
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 6499, 4999, 11498])
})
