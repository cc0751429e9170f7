import { afterAll, expect, test } from 'vitest'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const apiKey = 'EZTKrefused'
const webhookSecret = 'what EasyPost signs with, refused'
const easyPost = await startEasyPost({ apiKey, webhookSecret })
const environment = {
  CARRIER: 'easypost',
  WAREHOUSE: 'manual',
  EASYPOST_API_KEY: apiKey,
  EASYPOST_WEBHOOK_SECRET: webhookSecret,
  EASYPOST_API_BASE: easyPost.url,
}
const api = await openTestApi(undefined, undefined, environment, { environment })
const { shop } = api
afterAll(async () => {
  await api.close()
  await easyPost.close()
})

const sam = await joinDesk(api, 'support', 'sam')
const reason = 'The buyer called about it'

const packed = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const desk = (what: string, payload: object = {}) =>
    sam.post(`/api/desk/orders/${number}/${what}/`, payload)
  await desk('pack')
  const ofOrder = () =>
    easyPost.account.shipments.filter(({ requested }) =>
      requested.options?.print_custom_1?.startsWith(number),
    )
  return {
    desk,
    label: () => sam.post(`/api/desk/fulfillment/${number}/label/`, {}),
    made: () => ofOrder().length,
    /** Where the labels lead that were bought and did not go back. */
    kept: () =>
      ofOrder()
        .filter((one) => one.postage_label !== null && one.refund_status === null)
        .map((one) => one.requested.to_address.street1),
  }
}

test('a label whose rate expired before it was bought is refused, and asked again it is bought once, by a new rate', async () => {
  const order = await packed()
  const { reached, release } = easyPost.holdNext(/\/buy$/)
  const first = order.label()
  await reached
  const [shipment] = easyPost.account.shipments.slice(-1)
  if (!shipment) throw new Error('EasyPost has no shipment')
  const old = shipment.rates.map(({ id }) => id)
  easyPost.account.rerate(shipment)
  release()
  const refused = await first
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringContaining('Unable to find the rate.'),
  ])
  const both = await Promise.all([order.label(), order.label()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([order.made(), order.kept()]).toEqual([1, [places.oregon.address]])
  expect(old).not.toContain(shipment.selected_rate?.id)
  await expectConsistent(shop)
})

test('a label that was refused for its address is bought for the corrected one', async () => {
  const order = await packed()
  const correct = async (address: string) => {
    await order.desk('hold', { reason })
    await order.desk('release', { reason })
    const changed = { address: { ...places.oregon, address }, reason }
    expect((await order.desk('address', changed)).statusCode).toBe(200)
    expect((await order.desk('pack')).statusCode).toBe(200)
  }
  await correct('1 Nowhere Road')
  const refused = await order.label()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringContaining('Address Not Found.'),
  ])
  await correct('77 Corrected Lane')
  await shop.advanceSeconds(180)
  expect((await order.label()).statusCode).toBe(200)
  expect(order.kept()).toEqual(['77 Corrected Lane'])
  await expectConsistent(shop)
})
