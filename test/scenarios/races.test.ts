import { expect } from 'vitest'
import { purchase } from '#checkout/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { freePort } from '../support/children.ts'
import { count, outcomeOf } from '../support/outcomes.ts'
import { test, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

/** Buyers who have filled in the form and are about to press the button. */
const readyBuyers = (shop: TestShop, howMany: number, prepare: (buyer: Visitor) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: howMany }, async () => {
      const buyer = shop.visitor()
      await prepare(buyer)
      return { buyer, filled: await buyer.fill() }
    }),
  )

test('the same checkout sent 10 times at once makes 1 order, 1 charge and 10 equal answers', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const filled = await visitor.fill()
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.send(filled)))
  expect(answers[0]).toMatchObject({ status: 'ordered', order: { total: '49.99' } })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await shop.chargedCents()).toEqual([4999])
  expect(await shop.rows()).toMatchObject({ order: 1, charge: 1, subscription: 1, account: 1, checkout: 1 })
  const mails = await shop.mails(visitor.email)
  expect(mails.map(({ subject }) => subject.replace(/L\w{9}/, '…')).toSorted()).toEqual([
    'Set your Loam password',
    'Your order …',
  ])
})

test('the same cart bought from 10 windows at once, each with its own form, is bought once', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const forms = await Promise.all(Array.from({ length: 10 }, () => visitor.fill()))
  const ends = await Promise.all(forms.map((filled) => outcomeOf(visitor.send(filled))))
  expect(ends).toContain('ordered')
  expect(await shop.chargedCents()).toEqual([4999])
  expect(await shop.rows()).toMatchObject({ order: 1, subscription: 1 })
})

test('of 20 buyers of the last unit, 1 gets the unit', async ({ shop }) => {
  const buyers = await readyBuyers(shop, 20, (buyer) => buyer.add('syn-rf'))
  await shop.setStock('ds-01', 1)
  const ends = await Promise.all(buyers.map(({ buyer, filled }) => outcomeOf(buyer.send(filled))))
  expect(count(ends)).toEqual({ ordered: 1, ITEM_NOT_AVAILABLE: 19 })
  expect(await shop.chargedCents()).toEqual([4999])
  expect(await shop.rows()).toMatchObject({ order: 1, charge: 1, checkout: 1 })
})

test('a unit reserved by a declined card goes to the next buyer', async ({ shop }) => {
  const [first, second] = [shop.visitor(), shop.visitor()]
  await first.add('syn-rf')
  await second.add('syn-rf')
  await shop.setStock('ds-01', 1)
  await expect(first.checkout({ card: 'no-funds' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await second.checkout()).toMatchObject({ status: 'ordered' })
  await expect(first.checkout()).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
})

test('20 identical checkouts at two web processes with a worker each make one order, and one renewal each a month later', async ({
  shop,
}) => {
  const second = await shop.app.start(null, await freePort())
  const buyers = await readyBuyers(shop, 6, (buyer) => buyer.add('syn-rf'))
  const answers = await Promise.all(
    buyers.flatMap(({ buyer, filled }) => {
      const elsewhere = newApiClient(second.url)
      elsewhere.jar.set('loam_cart_id', buyer.client.jar.get('loam_cart_id') ?? '')
      return [buyer.send(filled), elsewhere.call(purchase, filled), buyer.send(filled)]
    }),
  )
  expect(new Set(answers.map(({ order }) => order?.number)).size).toBe(6)
  expect(await shop.chargedCents()).toEqual(Array.from({ length: 6 }, () => 4999))
  // Both workers reach the same day.
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toHaveLength(12)
  expect(await shop.rows()).toMatchObject({ order: 12, billing_cycle: 6, subscription: 6 })
  const mails = await shop.mails()
  expect(mails.filter(({ subject }) => subject.startsWith('Your subscription renewed'))).toHaveLength(6)
  expect(mails.filter(({ subject }) => subject.startsWith('Your order'))).toHaveLength(6)
})

test('a once-per-account coupon in two orders at once counts once', async ({ shop }) => {
  const [first, second] = [shop.visitor(), shop.visitor()]
  for (const visitor of [first, second]) await visitor.add('syn-wk-gift-2020')
  await second.add('syn-wk-gift-2020')
  for (const visitor of [first, second]) await visitor.enterCode('WELCOME10')
  const ready = await Promise.all(
    [first, second].map(async (visitor) => ({ visitor, filled: await visitor.fill({ email: first.email }) })),
  )
  const ends = await Promise.all(ready.map(({ visitor, filled }) => outcomeOf(visitor.send(filled))))
  expect(count(ends)).toEqual({ ordered: 1, INVALID_COUPON: 1 })
})
