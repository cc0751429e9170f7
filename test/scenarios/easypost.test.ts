import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { eventOf, signatureOf, type Scan, type SentEvent } from '../easypost/webhooks.ts'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test as plainTest, testInOneShop, type TestShop } from '../support/shop.ts'

const apiKey = 'EZTKscenario'
const webhookSecret = 'what EasyPost signs with, thirty-two'
const easyPost = await startEasyPost({ apiKey, webhookSecret })
afterAll(() => easyPost.close())

const environment = {
  CARRIER: 'easypost',
  WAREHOUSE: 'simulated',
  EASYPOST_API_KEY: apiKey,
  EASYPOST_WEBHOOK_SECRET: webhookSecret,
  EASYPOST_API_BASE: easyPost.url,
}
const test = testInOneShop({ environment })
const testByPeople = testInOneShop({ environment: { ...environment, WAREHOUSE: 'manual' } })

/** Somebody who bought a refill, which leaves two days later. */
const buyer = async (shop: TestShop, place: 'oregon' | 'toronto' = 'oregon') => {
  const { country, region } = places[place]
  const visitor = shop.visitor(country, region)
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout({ place })
  const number = order?.number ?? ''
  const { email } = visitor
  const ordered = () => visitor.client.call(findGuestOrder, { number, email })
  return {
    number,
    shipsOn: (await ordered()).ship_on ?? '',
    order: ordered,
    shipment: async () => (await ordered()).shipments[0],
    tracking: async () => (await ordered()).shipments[0]?.tracking ?? '',
    mails: () => shop.mails(email),
  }
}

const send = async (
  shop: TestShop,
  { body, headers }: Pick<SentEvent, 'body' | 'headers'>,
): Promise<number> =>
  (await fetch(`${shop.url}/api/shipment/webhook/easypost`, { method: 'POST', headers, body })).status

const scanned = (shop: TestShop, tracking: string, what: Scan): Promise<number> =>
  send(shop, easyPost.scan(tracking, what))

const soldFor = (number: string) =>
  easyPost.bought().filter(({ requested }) => requested.options?.print_custom_1 === number)

test('an order ships and is delivered with EasyPost in place of the sandbox carrier', async ({ shop }) => {
  const mara = await buyer(shop)
  await shop.travelTo(mara.shipsOn)
  const packed = await mara.shipment()
  expect(packed).toMatchObject({ state: 'packed', carrier: null, service: 'USPS Ground Advantage' })
  const [label] = soldFor(mara.number)
  expect(packed?.tracking).toBe(label?.tracking_code)
  expect(packed?.tracking_url).toBe(label?.tracker?.public_url)
  const tracking = await mara.tracking()
  expect(await scanned(shop, tracking, { status: 'pre_transit' })).toBe(200)
  expect((await mara.shipment())?.state).toBe('packed')
  expect(await scanned(shop, tracking, { status: 'in_transit' })).toBe(200)
  expect(await scanned(shop, tracking, { status: 'out_for_delivery' })).toBe(200)
  expect((await mara.shipment())?.state).toBe('in-transit')
  expect(await scanned(shop, tracking, { status: 'delivered' })).toBe(200)
  expect(await mara.order()).toMatchObject({ state: 'shipped', shipments: [{ state: 'delivered' }] })
  const mails = await mara.mails()
  expect(mails.filter(({ subject }) => /shipped|delivered/.test(subject))).toHaveLength(2)
  const shipped = mails.find(({ subject }) => subject.endsWith('has shipped'))
  expect(shipped?.html).toContain(`href="${packed?.tracking_url}"`)
  await expectConsistent(shop)
})

test('an EasyPost shipment abroad has a customs form, is late, and is returned to the sender', async ({
  shop,
}) => {
  const lars = await buyer(shop, 'toronto')
  await shop.travelTo(lars.shipsOn)
  const [label] = soldFor(lars.number)
  expect(label?.requested.customs_info?.customs_items).toHaveLength(1)
  const tracking = await lars.tracking()
  await scanned(shop, tracking, { status: 'in_transit' })
  await scanned(shop, tracking, { status: 'in_transit', detail: 'delayed', expectedOn: '2031-03-01' })
  expect(await lars.shipment()).toMatchObject({ state: 'in-transit', expected_on: '2031-03-01' })
  // An attempt that failed is no loss.
  await scanned(shop, tracking, { status: 'failure', detail: 'delivery_exception' })
  expect((await lars.shipment())?.state).toBe('in-transit')
  await scanned(shop, tracking, { status: 'return_to_sender' })
  expect((await lars.shipment())?.state).toBe('returned-to-sender')
  expect((await lars.mails()).filter(({ subject }) => /delayed/.test(subject))).toHaveLength(1)
  await expectConsistent(shop)
})

test('EasyPost events that arrive repeatedly, at once and out of order record one delivery and send one mail', async ({
  shop,
}) => {
  const june = await buyer(shop)
  await shop.travelTo(june.shipsOn)
  const tracking = await june.tracking()
  const onItsWay = easyPost.scan(tracking, { status: 'in_transit' })
  const arrived = easyPost.scan(tracking, { status: 'delivered' })
  expect(await Promise.all([arrived, arrived, arrived].map((event) => send(shop, event)))).toEqual([
    200, 200, 200,
  ])
  expect(await send(shop, onItsWay)).toBe(200)
  // Sent again days later, as an attacker or EasyPost may.
  await shop.travelDays(3)
  expect(await send(shop, arrived)).toBe(200)
  expect((await june.shipment())?.state).toBe('delivered')
  expect((await june.mails()).filter(({ subject }) => /delivered/.test(subject))).toHaveLength(1)
  const { rows } = await sql<{ id: string }>`select e.external_id as id from shipment_event e
    join shipment s on s.id = e.shipment_id where s.tracking = ${tracking} and e.external_id is not null
    order by e.recorded_at`.execute(shop.app.database.kysely)
  expect(rows.map(({ id }) => id)).toEqual([arrived.id, onItsWay.id])
  await expectConsistent(shop)
})

test('an EasyPost webhook is accepted only with a valid signature, and changes only shipments of the shop', async ({
  shop,
}) => {
  const noor = await buyer(shop)
  await shop.travelTo(noor.shipsOn)
  const tracking = await noor.tracking()
  const { body, headers } = easyPost.scan(tracking, { status: 'delivered' })
  const signed = (text: string, secret = webhookSecret) => ({
    ...headers,
    'x-hmac-signature': signatureOf(secret, text),
  })
  const forged: readonly Readonly<Record<string, string>>[] = [
    { 'content-type': 'application/json' },
    { ...headers, 'x-hmac-signature': '' },
    { ...headers, 'x-hmac-signature': signatureOf(webhookSecret, body).replace('hmac-sha256-hex=', '') },
    signed(body, 'another secret, also of thirty-two signs'),
    signed(`${body} `),
    // What a parser makes of the body: the decimal point is gone.
    signed(JSON.stringify(JSON.parse(body))),
    // The format of other carriers, without their secret.
    { 'content-type': 'application/json', 'shipment-signature': 't=1,v1='.padEnd(71, '0') },
  ]
  for (const wrong of forged) expect(await send(shop, { body, headers: wrong })).toBe(403)
  let count = 0
  const truly = (description: string, result: object) => {
    count += 1
    return send(shop, eventOf(webhookSecret, { id: `evt_${count}`, description, result }))
  }
  const { tracker } = soldFor(noor.number)[0] ?? {}
  const delivered = { ...tracker, tracking_details: [], weight: null }
  // Another shipper of the account, an event about something else, a status of the future.
  expect(await truly('tracker.updated', { ...delivered, tracking_code: '9400OTHER' })).toBe(200)
  expect(await truly('batch.updated', delivered)).toBe(200)
  expect(await truly('tracker.updated', { ...delivered, status: 'teleported' })).toBe(200)
  // Signed, but no tracker as EasyPost has them.
  expect(await truly('tracker.updated', { ...delivered, tracking_code: '1Z\0' })).toBe(400)
  expect(await truly('tracker.updated', { ...delivered, updated_at: '0000-01-01T00:00:00Z' })).toBe(400)
  expect(await truly('tracker.updated', { object: 'Tracker' })).toBe(400)
  expect(await send(shop, { body: '{', headers: signed('{') })).toBe(400)
  expect((await noor.shipment())?.state).toBe('packed')
  expect(await truly('tracker.updated', delivered)).toBe(200)
  expect((await noor.shipment())?.state).toBe('delivered')
})

testByPeople('people print it, change their mind, and nothing is paid for twice', async ({ shop }) => {
  const ada = await buyer(shop)
  await runShopCommand(shop, 'shipments', 'pack', ada.number)
  const { lines } = await runShopCommand(shop, 'label', ada.number, '--file', '/dev/null')
  expect(lines).toEqual([`Order ${ada.number}: the label is in /dev/null.`])
  expect((await runShopCommand(shop, 'label', ada.number, '--file', '/dev/null')).code).toBe(0)
  expect(soldFor(ada.number)).toHaveLength(1)
  // Refunded in full: the order is held, and its label goes back.
  await runShopCommand(shop, 'refund', ada.number)
  await shop.settled()
  expect(soldFor(ada.number).map((one) => one.refund_status)).toEqual(['submitted'])
  await expectConsistent(shop)
})

test('a label job is claimed only when it can be sent at once, so that no label waits behind others with its minute running', async ({
  shop,
}) => {
  const many = []
  for (let each = 0; each < 10; each += 1) many.push(await buyer(shop))
  const numbers = many.map(({ number }) => number)
  const { reached, release } = easyPost.holdNext(/\/buy$/)
  const traveling = shop.travelTo(many[0]?.shipsOn ?? '')
  await reached
  const { rows } = await sql<{ taken: number }>`select count(*) as taken from shipment_label l
    join "order" o on o.id = l.order_id where o.number = any(${numbers}::text[]) and l.requests > 0
    and l.state = 'wanted'`.execute(shop.app.database.kysely)
  expect(rows[0]?.taken).toBeGreaterThan(0)
  expect(rows[0]?.taken).toBeLessThanOrEqual(8)
  release()
  await traveling
  for (const { number } of many) expect(soldFor(number)).toHaveLength(1)
  await expectConsistent(shop)
})

testByPeople('refunded while its label is being bought: the label goes back', async ({ shop }) => {
  const ben = await buyer(shop)
  await runShopCommand(shop, 'shipments', 'pack', ben.number)
  const { reached, release } = easyPost.holdNext(/\/buy$/)
  const printing = runShopCommand(shop, 'label', ben.number, '--file', '/dev/null')
  await reached
  await runShopCommand(shop, 'refund', ben.number)
  await shop.advanceSeconds(5)
  release()
  await printing
  expect(soldFor(ben.number)).toHaveLength(1)
  // The void waits until the request for the label is surely over.
  await shop.advanceSeconds(120)
  expect(soldFor(ben.number).map((one) => one.refund_status)).toEqual(['submitted'])
  await expectConsistent(shop)
})

plainTest('a shop without EasyPost accepts no EasyPost webhook', async ({ shop }) => {
  const event = eventOf(webhookSecret, {
    id: 'evt_1',
    description: 'tracker.updated',
    result: { object: 'Tracker' },
  })
  expect(await send(shop, event)).toBe(403)
})
