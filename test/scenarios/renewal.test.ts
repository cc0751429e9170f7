import { expect } from 'vitest'
import { test } from '../support/shop.ts'

test('dates are counted from the anchor: January 31, February 28, March 31', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', boughtOn: '2031-01-31' })
  await shop.travelTo('2031-02-27')
  expect(await mara.charges()).toHaveLength(1)
  await shop.travelTo('2031-03-31')
  // syn-rf 49.99, free US shipping, no tax in Oregon.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-31', cents: 4999 },
    { on: '2031-02-28', cents: 4999 },
    { on: '2031-03-31', cents: 4999 },
  ])
})

test('a renewal is taxed by its shipping address', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', place: 'california' })
  await shop.travelTo('2031-02-06')
  // 49.99 and 7.25 % of it, 3.624275, rounded 3.62.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 5361 },
    { on: '2031-02-06', cents: 5361 },
  ])
})

test('everything overdue after an outage is billed, and each order once', async ({ shop }) => {
  const early = await shop.member({ plan: 'monthly refill' })
  const late = await shop.member({ plan: 'monthly refill', boughtOn: '2031-01-10' })
  const rare = await shop.member({ plan: '3-month refill', boughtOn: '2031-01-12' })
  await shop.closeFor(70)
  // March 23: two dates of the monthly boxes have passed, one box of each is billed; the next date is the anchor's.
  expect((await early.charges()).slice(1)).toEqual([{ on: '2031-03-23', cents: 4999 }])
  expect((await late.charges()).slice(1)).toEqual([{ on: '2031-03-23', cents: 4999 }])
  expect(await rare.charges()).toHaveLength(1)
  expect((await early.subscriptions())[0]?.next_order_on).toBe('2031-04-06')
  expect((await late.subscriptions())[0]?.next_order_on).toBe('2031-04-10')
  await shop.travelTo('2031-04-12')
  expect((await early.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-03-23', '2031-04-06'])
  expect((await rare.charges()).map(({ on }) => on)).toEqual(['2031-01-12', '2031-04-12'])
})

test('a soft decline is retried after 1, 3 and 5 days, and then the subscription fails', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  const declines = async (): Promise<number> =>
    (await shop.mails(mara.email)).filter(({ subject }) => subject === 'Your renewal could not be charged')
      .length
  const state = async (): Promise<string | undefined> => (await mara.subscriptions())[0]?.state
  for (const [day, count] of [
    ['2031-02-06', 1],
    ['2031-02-07', 2],
    ['2031-02-08', 2],
    ['2031-02-09', 3],
    ['2031-02-10', 3],
  ] as const) {
    await shop.travelTo(day)
    expect([day, await declines(), await state()]).toEqual([day, count, 'active'])
  }
  await shop.travelTo('2031-02-11')
  expect([await declines(), await state()]).toEqual([4, 'failed'])
  await shop.travelTo('2031-04-06')
  expect(await declines()).toBe(4)
  // Nothing was taken and nothing was ordered for it.
  expect(await mara.charges()).toEqual([{ on: '2031-01-06', cents: 4999 }])
  expect(await shop.chargedCents()).toEqual([4999])
})

test('a stolen card ends the subscription at once', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-02-06')
  expect((await mara.subscriptions())[0]).toMatchObject({ state: 'failed', next_order_on: null })
  await shop.travelTo('2031-03-06')
  expect(await shop.chargedCents()).toEqual([4999])
})

test('a card that needed bank confirmation at the purchase renews without confirmation', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const pending = await visitor.checkout({ card: 'challenge' })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await visitor.untilDecided(pending.checkout_id)
  const mara = await shop.asMember(visitor)
  await shop.travelTo('2031-02-06')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-06'])
})

test('a renewal is charged at the agreed price, and its permanent coupon keeps applying', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('FOREVER15')
  // 49.99 less 15 %, 7.4985, rounded 7.50.
  expect(await visitor.checkout()).toMatchObject({ order: { total: '42.49' } })
  const mara = await shop.asMember(visitor)
  await shop.changePrice('syn-rf', 5999)
  await shop.travelTo('2031-02-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4249 },
    { on: '2031-02-06', cents: 4249 },
  ])
})

test('a renewal is charged although the product is out of stock', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await shop.setStock('ds-01', 0)
  await shop.travelTo('2031-02-06')
  expect(await mara.charges()).toHaveLength(2)
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await expect(visitor.checkout()).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE', status: 409 })
})

test('the test clock never moves backward', async ({ shop }) => {
  await expect(shop.travelTo('2031-01-05')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
