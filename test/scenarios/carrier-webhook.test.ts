import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const secret = 'the secret between the shop and its carriers'
const test = testInOneShop({ environment: { WAREHOUSE: 'manual', CARRIER_WEBHOOK_SECRET: secret } })

/** Somebody whose order UPS has under this number. */
const shipped = async (shop: TestShop, tracking: string) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  const number = order?.number ?? ''
  const { code } = await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  expect(code).toBe(0)
  return {
    shipment: async () => {
      const found = await buyer.client.call(findGuestOrder, { number, email: buyer.email })
      return found.shipments[0]
    },
    subjects: async () => (await shop.mails(buyer.email)).map(({ subject }) => subject),
  }
}

const hmac = (text: string, key = secret): string => createHmac('sha256', key).update(text).digest('hex')

/** As `carrier` signs. */
const signatureOf = (body: string, seconds: number, { key = secret, carrier = 'ups' } = {}): string =>
  `t=${seconds},v1=${hmac(`${carrier}.${seconds}.${body}`, key)}`

const now = (): number => Math.floor(Date.now() / 1_000)

interface Sent {
  readonly signature?: string | null
  readonly carrier?: string
}

/** Sends a body as a carrier does; returns the status of the answer. */
const send = async (
  shop: TestShop,
  body: string,
  { signature, carrier = 'ups' }: Sent = {},
): Promise<number> => {
  const signed = signature === undefined ? signatureOf(body, now(), { carrier }) : signature
  const headers = {
    'content-type': 'application/json',
    ...(signed === null ? {} : { 'shipment-signature': signed }),
  }
  const answer = await fetch(`${shop.url}/api/shipment/webhook/${carrier}`, { method: 'POST', headers, body })
  return answer.status
}

const report = (id: string, tracking: string, event: string, more: object = {}): string =>
  JSON.stringify({ id, tracking, event, at: '2031-01-07T12:00:00Z', ...more })

test('carrier events that arrive twice, at once and out of order each count once and only move a shipment forward', async ({
  shop,
}) => {
  const mara = await shipped(shop, '1ZMARA')
  const delivered = report('ev-3', '1ZMARA', 'delivered')
  expect(await send(shop, report('ev-2', '1ZMARA', 'delayed', { expected_on: '2031-01-20' }))).toBe(200)
  expect(await Promise.all([1, 2, 3].map(() => send(shop, delivered)))).toEqual([200, 200, 200])
  expect(await send(shop, report('ev-1', '1ZMARA', 'in-transit'))).toBe(200)
  expect(await mara.shipment()).toMatchObject({ state: 'delivered' })
  const { rows } = await sql<{ id: string }>`select external_id as id from shipment_event
    where external_id is not null order by external_id`.execute(shop.app.database.kysely)
  expect(rows.map(({ id }) => id)).toEqual(['ev-1', 'ev-2', 'ev-3'])
  const news = (await mara.subjects()).filter((subject) => /delayed|delivered/.test(subject))
  expect(news).toHaveLength(2)
  await expectConsistent(shop)
})

test('a carrier webhook is accepted only with a valid and recent signature', async ({ shop }) => {
  const june = await shipped(shop, '1ZJUNE')
  const body = report('ev-9', '1ZJUNE', 'delivered')
  const refused = [
    null,
    '',
    'v1=00',
    signatureOf(body, now(), { key: 'the secret of somebody else, long enough' }),
    signatureOf(`${body} `, now()),
    signatureOf(body, now() - 301),
    signatureOf(body, now() + 600), // Far beyond the five minutes: the machine may stand still before it is sent.
    signatureOf(body, now()).toUpperCase(),
  ]
  for (const signature of refused)
    expect([signature, await send(shop, body, { signature })]).toEqual([signature, 403])
  expect(await june.shipment()).toMatchObject({ state: 'shipped' })
})

test('a captured carrier webhook is refused at the addresses of other carriers', async ({ shop }) => {
  // Numbers are unique for a carrier only: another one has a package with the same number.
  const mara = await shipped(shop, '1ZTWICE')
  const body = report('ev-t', '1ZTWICE', 'lost')
  const captured = signatureOf(body, now(), { carrier: 'dhl' })
  for (const carrier of ['ups', 'fedex', 'other', 'DHL', 'dhl.', 'sandbox', 'easypost'])
    expect([carrier, await send(shop, body, { carrier, signature: captured })]).toEqual([carrier, 403])
  // A name that contains a time is no way around it either.
  const shifted = `t=${now()},v1=${hmac(`dhl.${now()}.${body}`)}`
  expect(await send(shop, body, { carrier: `dhl.${now()}`, signature: shifted })).toBe(403)
  // Without a carrier's name: as it was signed before.
  expect(await send(shop, body, { signature: `t=${now()},v1=${hmac(`${now()}.${body}`)}` })).toBe(403)
  expect(await mara.shipment()).toMatchObject({ state: 'shipped' })
  expect(await send(shop, body, { carrier: 'dhl', signature: captured })).toBe(404)
})

test('a carrier event for an unknown shipment changes nothing', async ({ shop }) => {
  const noor = await shipped(shop, '1ZNOOR')
  const statuses = [
    await send(shop, report('ev-a', '1ZNOBODY', 'delivered')),
    // Another carrier has such a number.
    await send(shop, report('ev-b', '1ZNOOR', 'delivered'), { carrier: 'dhl' }),
    await send(shop, report('ev-c', '1ZNOOR', 'canceled')),
    await send(shop, report('ev-d', '1ZNOOR', 'delayed')),
    await send(shop, report('ev-e', '1ZNOOR', 'delivered', { at: 'yesterday' })),
    await send(shop, report('ev-\0', '1ZNOOR', 'delivered')),
    await send(shop, report('ev-f', '1Z\0', 'delivered')),
    await send(shop, '{'),
    await send(shop, ''),
  ]
  expect(statuses).toEqual([404, 404, 400, 400, 400, 400, 400, 400, 400])
  expect(await noor.shipment()).toMatchObject({ state: 'shipped' })
})

test('a delivery time before the handover or in the future is not accepted from a carrier with a wrong clock', async ({
  shop,
}) => {
  const [late, early] = [await shipped(shop, '1ZPAST'), await shipped(shop, '1ZAHEAD')]
  await send(shop, report('ev-p', '1ZPAST', 'delivered', { at: '1999-01-01T00:00:00Z' }))
  await send(shop, report('ev-q', '1ZAHEAD', 'delivered', { at: '2999-01-01T00:00:00Z' }))
  for (const member of [late, early]) {
    const { shipped_at: shippedAt, delivered_at: deliveredAt } = (await member.shipment()) ?? {}
    const times = [shippedAt, deliveredAt, '2031-01-07T00:00:00Z'].map((time) =>
      Temporal.Instant.from(time ?? ''),
    )
    expect(times.map(String)).toEqual(times.toSorted((a, b) => Temporal.Instant.compare(a, b)).map(String))
  }
})

test('a signed carrier event with values that the database cannot store is refused without a server error', async ({
  shop,
}) => {
  const lars = await shipped(shop, '1ZLARS')
  const statuses = [
    await send(shop, report('ev\0', '1ZLARS', 'delivered')),
    await send(shop, report('ev-f', '1ZLARS\0', 'delivered')),
    await send(shop, report('\ud800', '1ZLARS', 'delivered')),
    await send(shop, report('ev-g', '1ZLARS', 'delivered'), { carrier: 'ups%00' }),
    // Years that PostgreSQL does not have.
    await send(shop, report('ev-h', '1ZLARS', 'delivered', { at: '0000-01-01T00:00:00Z' })),
    await send(shop, report('ev-i', '1ZLARS', 'delivered', { at: '0001-01-01T00:00:00+23:59' })),
    await send(shop, report('ev-j', '1ZLARS', 'delivered', { at: '9999-12-31T23:59:00-01:00' })),
    await send(shop, report('ev-k', '1ZLARS', 'delayed', { expected_on: '0000-01-01' })),
  ]
  expect(statuses).toEqual([400, 400, 400, 403, 400, 400, 400, 400])
  expect((await lars.shipment())?.state).toBe('shipped')
})

const testWithoutSandbox = testInOneShop({
  environment: { CARRIER: 'manual', CARRIER_WEBHOOK_SECRET: secret },
})

testWithoutSandbox(
  'the secret of the sandbox carrier, which everybody knows, opens no shop without it',
  async ({ shop }) => {
    const body = report('1', 'SBX1', 'delivered')
    const known = (carrier: string): string =>
      signatureOf(body, now(), { key: carrierKeys.webhookSecret, carrier })
    for (const carrier of ['sandbox', 'ups'])
      expect(await send(shop, body, { carrier, signature: known(carrier) })).toBe(403)
    expect(await send(shop, body, { carrier: 'sandbox' })).toBe(403)
  },
)
