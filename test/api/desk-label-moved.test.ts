import { afterAll, expect, test } from 'vitest'
import { cancelReturn, requestReturn } from '#return/endpoints.ts'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const apiKey = 'EZTKmoved'
const webhookSecret = 'what EasyPost signs with, elsewhere'
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

const [sam, ines] = [await joinDesk(api, 'support', 'sam'), await joinDesk(api, 'operations', 'ines')]
const reason = 'The buyer called about it'

const bought = async (quantity = 1) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf', quantity)
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const desk = (what: string, payload: object = {}, person = sam) =>
    person.post(`/api/desk/orders/${number}/${what}/`, payload)
  return {
    visitor,
    number,
    desk,
    lookup: { number, email: visitor.email },
    label: () => sam.post(`/api/desk/fulfillment/${number}/label/`, {}),
    shipments: async () => (await sam.get(`/api/desk/orders/${number}/`)).json().shipments,
    /** Where the labels lead that did not go back. */
    kept: () =>
      easyPost
        .bought()
        .filter(({ requested }) => requested.options?.print_custom_1?.startsWith(number))
        .filter((one) => one.refund_status === null)
        .map((one) => one.requested.to_address.street1),
  }
}

const moved = { ...places.oregon, address: '77 Corrected Lane' }

test.for([/^GET \/v2\/shipments\/[^/]+$/, /^POST \/v2\/shipments$/, /\/buy$/])(
  'when an address is corrected while EasyPost carries out %s, the package ships with the new address and one label is kept',
  async (call) => {
    const order = await bought()
    await order.desk('pack')
    const { reached, release } = easyPost.holdNext(call)
    const first = order.label()
    await reached
    expect((await order.desk('address', { address: moved, reason })).statusCode).toBe(409)
    expect((await order.desk('hold', { reason })).statusCode).toBe(200)
    expect((await order.desk('release', { reason })).statusCode).toBe(200)
    expect((await order.desk('address', { address: moved, reason })).statusCode).toBe(200)
    expect((await order.desk('pack')).statusCode).toBe(200)
    expect((await order.label()).statusCode).toBe(409)
    release()
    await first
    await shop.advanceSeconds(180)
    expect((await order.label()).statusCode).toBe(200)
    expect(order.kept()).toEqual(['77 Corrected Lane'])
    await expectConsistent(shop)
  },
)

test('when two staff hand over a shipment while its label is bought, the shipment has one tracking number and the label is refunded', async () => {
  const order = await bought()
  await order.desk('pack')
  const { reached, release } = easyPost.holdNext(/\/buy$/)
  const first = order.label()
  await reached
  const answers = await Promise.all([
    order.desk('ship', { carrier: 'ups', tracking: `1Z${order.number}` }),
    order.desk('ship', { carrier: 'ups', tracking: `1Z${order.number}` }, ines),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  release()
  await first
  await shop.advanceSeconds(180)
  expect(await order.shipments()).toMatchObject([{ state: 'shipped', tracking: `1Z${order.number}` }])
  expect(order.kept()).toEqual([])
  await expectConsistent(shop)
})

test('two imports of the same file at once ship each order once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => bought()))
  const csv = ['order,carrier,tracking', ...orders.map(({ number }) => `${number},ups,1Z${number}`)].join(
    '\n',
  )
  const ids = []
  for (const person of [sam, ines])
    ids.push((await person.post('/api/desk/tracking-imports/', { file_name: 'a.csv', csv })).json().id)
  await Promise.all(ids.map((id) => sam.post(`/api/desk/tracking-imports/${id}/apply/`, {})))
  await shop.settled()
  const counts = []
  for (const id of ids) counts.push((await sam.get(`/api/desk/tracking-imports/${id}/`)).json())
  expect(counts.reduce((sum, { ships }) => sum + ships, 0)).toBe(6)
  expect(counts.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(6)
  for (const { visitor } of orders) {
    const mails = (await shop.mails(visitor.email)).filter(({ subject }) => subject.endsWith('has shipped'))
    expect(mails).toHaveLength(1)
  }
  await expectConsistent(shop)
})

test.for([/^GET \/v2\/shipments\/[^/]+$/, /^POST \/v2\/shipments$/, /\/buy$/])(
  'a return that is canceled while EasyPost carries out %s keeps no label',
  async (call) => {
    const order = await bought(2)
    await order.desk('ship', { carrier: 'ups', tracking: `1Z${order.number}` })
    const { reached, release } = easyPost.holdNext(call)
    const { client } = order.visitor
    const { number } = await client.call(requestReturn, {
      ...order.lookup,
      request_id: 'once',
      reason: 'changed-mind',
      lines: [{ position: 0, quantity: 1 }],
    })
    await reached
    await client.call(cancelReturn, { ...order.lookup, return_number: number })
    release()
    await shop.advanceSeconds(300)
    await shop.settled()
    expect(order.kept()).toEqual([])
    await expectConsistent(shop)
  },
)
