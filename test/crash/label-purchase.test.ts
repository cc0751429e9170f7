import { afterAll, expect, test as plain } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { expectConsistent } from '../support/invariants.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'

const apiKey = 'EZTKcrash'
const webhookSecret = 'what EasyPost signs with, thirty-two'
const easyPost = await startEasyPost({ apiKey, webhookSecret })
afterAll(() => easyPost.close())

const test = plain.extend<{ readonly shop: TestShop }>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads here which other fixtures this one needs
  shop: async ({}, use) => {
    const shop = await openTestShop({
      environment: {
        CARRIER: 'easypost',
        WAREHOUSE: 'simulated',
        EASYPOST_API_KEY: apiKey,
        EASYPOST_WEBHOOK_SECRET: webhookSecret,
        EASYPOST_API_BASE: easyPost.url,
      },
    })
    await use(shop)
    await shop.close()
  },
})

/** Somebody whose refill leaves two days later; what EasyPost has sold for it. */
const buyer = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const { email } = visitor
  return {
    shipment: async () => (await visitor.client.call(findGuestOrder, { number, email })).shipments[0],
    sold: () =>
      easyPost
        .bought()
        .filter(({ requested }) => requested.options?.print_custom_1 === number)
        .map((one) => one.tracking_code),
  }
}

test('killed after EasyPost answered, the shop finds the same label again', async ({ shop }) => {
  const mara = await buyer(shop)
  const { died } = await armed(shop, 'label: carrier answered')
  await shop.travelTo('2031-01-08').catch(cut)
  await died
  expect(mara.sold()).toHaveLength(1)
  await shop.app.start()
  await shop.travelDays(1)
  expect(mara.sold()).toEqual([(await mara.shipment())?.tracking])
  await expectConsistent(shop)
})

test.for([/^POST \/v2\/shipments$/, /\/buy$/])(
  'killed while EasyPost carries out %s, the shop has one label in the end',
  async (call, { shop }) => {
    const mara = await buyer(shop)
    const { reached, release } = easyPost.holdNext(call)
    const traveling = shop.travelTo('2031-01-08').catch(cut)
    await reached
    await Promise.all(shop.app.children.map((child) => child.kill()))
    await traveling
    release()
    await shop.app.start()
    await shop.travelDays(1)
    expect(mara.sold()).toEqual([(await mara.shipment())?.tracking])
    await expectConsistent(shop)
  },
)
