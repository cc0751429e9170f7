import { afterAll, expect, test as plain } from 'vitest'
import { requestReturn, viewReturnLabel, viewReturns } from '#return/endpoints.ts'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { carrierLabels } from '../support/carrier-labels.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'

const apiKey = 'EZTKreturns'
const webhookSecret = 'what EasyPost signs with, thirty-two'
const easyPost = await startEasyPost({ apiKey, webhookSecret })
afterAll(() => easyPost.close())

const atEasyPost = {
  CARRIER: 'easypost',
  EASYPOST_API_KEY: apiKey,
  EASYPOST_WEBHOOK_SECRET: webhookSecret,
  EASYPOST_API_BASE: easyPost.url,
}

/** The tracking numbers of what was bought for a return and is not void. */
const carriers = {
  sandbox: {
    environment: {},
    sold: async (shop: TestShop, number: string) =>
      (await carrierLabels(shop.app.carrier.url))
        .filter(({ reference, state }) => reference === number && state !== 'voided')
        .map(({ tracking }) => tracking),
  },
  easypost: {
    environment: atEasyPost,
    sold: async (_shop: TestShop, number: string) =>
      easyPost
        .bought()
        .filter((one) => one.requested.options?.print_custom_1 === number && one.refund_status === null)
        .map((one) => one.tracking_code),
  },
}

const returner = async (shop: TestShop) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  const lookup = { number: order?.number ?? '', email: buyer.email }
  await runShopCommand(shop, 'ship', lookup.number, '--carrier', 'ups', '--tracking', '1ZCRASH')
  await runShopCommand(shop, 'shipments', 'event', '1ZCRASH', 'delivered')
  return {
    buyer,
    one: async () => (await buyer.client.call(viewReturns, lookup)).returns[0],
    request: () =>
      buyer.client.call(requestReturn, {
        ...lookup,
        request_id: 'once',
        reason: 'other',
        lines: [{ position: 0, quantity: 1 }],
      }),
  }
}

const test = plain.extend<{ readonly carrier: keyof typeof carriers; readonly shop: TestShop }>({
  carrier: 'sandbox',
  shop: async ({ carrier }, use) => {
    const shop = await openTestShop({
      environment: { WAREHOUSE: 'manual', ...carriers[carrier].environment },
    })
    await use(shop)
    await shop.close()
  },
})

const killedWithTheLabel = async (shop: TestShop, carrier: keyof typeof carriers): Promise<void> => {
  const mara = await returner(shop)
  const { died } = await armed(shop, 'return label: carrier answered')
  await mara.request().catch(cut)
  await died
  await shop.app.start()
  await mara.request()
  // Asked again after a minute, which the clock passes with the day.
  await shop.travelDays(1)
  const one = await mara.one()
  const { sold } = carriers[carrier]
  expect(await sold(shop, one?.number ?? '')).toEqual([one?.label?.tracking])
  const { pdf } = await mara.buyer.client.call(viewReturnLabel, { key: one?.label?.key ?? '' })
  expect(Buffer.from(pdf, 'base64').toString('latin1')).toMatch(/^%PDF/)
  const subjects = (await shop.mails(mara.buyer.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === `Your return ${one?.number}`)).toHaveLength(1)
  await expectConsistent(shop)
}

test("killed after buying a return's label, the sandbox carrier has sold one label", ({ shop }) =>
  killedWithTheLabel(shop, 'sandbox'))

test.extend({ carrier: 'easypost' })(
  "killed after buying a return's label, EasyPost has sold one label",
  ({ shop }) => killedWithTheLabel(shop, 'easypost'),
)

test.extend({ carrier: 'easypost' })('an EasyPost scan shows on the return', async ({ shop }) => {
  const mara = await returner(shop)
  await mara.request()
  await shop.settled()
  const tracking = (await mara.one())?.label?.tracking ?? ''
  const scan = async (status: 'in_transit' | 'delivered') => {
    const { body, headers } = easyPost.scan(tracking, { status })
    const reply = await fetch(`${shop.url}/api/shipment/webhook/easypost`, { method: 'POST', body, headers })
    expect(reply.status).toBe(200)
    return (await mara.one())?.travel
  }
  expect(await scan('delivered')).toBe('arrived')
  // A late report changes no newer state.
  expect(await scan('in_transit')).toBe('arrived')
})
