import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startEasyPost, type EasyPostStandIn } from './start-easypost.ts'

let easyPost: EasyPostStandIn
beforeAll(async () => {
  easyPost = await startEasyPost({ apiKey: 'EZTKx', webhookSecret: 's' })
})
afterAll(() => easyPost.close())

const to = { name: 'M', street1: '1 Alder Way', city: 'Portland', state: 'OR', zip: '97201', country: 'US' }
const customs = {
  eel_pfc: 'NOEEI 30.37(a)',
  contents_type: 'merchandise',
  customs_certify: true,
  customs_signer: 'S',
  restriction_type: 'none',
  customs_items: [
    {
      description: 'A',
      quantity: 1,
      value: 9.5,
      weight: 3,
      hs_tariff_number: '210690',
      origin_country: 'US',
    },
  ],
}
const shipment = { to_address: to, from_address: to, parcel: { weight: 8 } }

const Fault = z.object({
  error: z.object({ code: z.string(), message: z.string(), errors: z.array(z.unknown()) }),
})
const Made = z.object({
  id: z.string(),
  rates: z.array(z.object({ id: z.string() })),
  messages: z.array(z.object({ message: z.string() })),
})

const send = (path: string, body: unknown, key = 'EZTKx') =>
  fetch(`${easyPost.url}/v2/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })

const create = async (but: object) =>
  Made.parse(await (await send('shipments', { shipment: { ...shipment, ...but } })).json())

test.for([
  [{ surprise: 1 }, 'shipment.surprise', 'is not a parameter'],
  [{ to_address: { ...to, street3: 'x' } }, 'shipment.to_address.street3', 'is not a parameter'],
  [{ to_address: { ...to, country: 'usa' } }, 'shipment.to_address.country', /pattern/],
  [{ parcel: { weight: 0 } }, 'shipment.parcel.weight', /too small/i],
  [
    { customs_info: { ...customs, customs_signer: '' } },
    'shipment.customs_info.customs_signer',
    'cannot be blank',
  ],
  [{ customs_info: { ...customs, customs_items: [] } }, 'shipment.customs_info.customs_items', /too small/i],
] as const)('%j is refused in EasyPost’s format', async ([but, field, message]) => {
  const reply = await send('shipments', { shipment: { ...shipment, ...but } })
  const { error } = Fault.parse(await reply.json())
  expect([reply.status, error.errors]).toEqual([
    422,
    [{ field, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  ])
})

test('a wrong key and an unknown shipment are refused in EasyPost’s format', async () => {
  const wrongKey = await send('shipments', { shipment }, 'EZTKother')
  expect([wrongKey.status, Fault.parse(await wrongKey.json()).error.code]).toEqual([401, 'APIKEY.INACTIVE'])
  const unknown = await send('shipments/shp_unknown/buy', { rate: { id: 'rate_x' } })
  expect([unknown.status, Fault.parse(await unknown.json()).error.code]).toEqual([404, 'NOT_FOUND'])
})

test('without customs data no rates are offered abroad, and USPS says why', async () => {
  const abroad = { to_address: { ...to, zip: 'M5V 2T6', country: 'CA' } }
  const { rates, messages } = await create(abroad)
  expect([rates, messages[0]?.message]).toEqual([
    [],
    "'customs_info' is required for international shipments",
  ])
  expect((await create({ ...abroad, customs_info: customs })).rates).toHaveLength(2)
})

test('a shipment is bought once, with one of its own rates', async () => {
  const [mine, other] = [await create({}), await create({})]
  const buy = async (rate: string) => (await send(`shipments/${mine.id}/buy`, { rate: { id: rate } })).status
  expect(await buy(other.rates[0]?.id ?? '')).toBe(422)
  expect(await buy(mine.rates[0]?.id ?? '')).toBe(200)
  expect(await buy(mine.rates[0]?.id ?? '')).toBe(422)
  expect(easyPost.bought()).toHaveLength(1)
})
