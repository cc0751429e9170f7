import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { joinPartner } from './partner-keys.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const partner = await joinPartner(api)

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  return order?.number ?? ''
}

const shipmentsOf = (number: string) => `/api/partner/v1/orders/${number}/shipments/`
const ups = (tracking: string) => ({ carrier: 'ups', tracking })

const shippedEvents = async (number: string) => {
  const { rows } = await shop.app.database.pool.query(
    `select e.id from shipment_event e join shipment s on s.id = e.shipment_id join "order" o on o.id = s.order_id
     where o.number = $1 and e.kind = 'shipped'`,
    [number],
  )
  return rows.length
}

test('a write without a valid idempotency key changes nothing', async () => {
  const number = await buy()
  for (const key of [null, '', ' ', 'a b', 'x'.repeat(256)]) {
    const answer = await partner.post(shipmentsOf(number), ups('1Z1'), key)
    expect([key, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
      key,
      400,
      ['idempotency-key'],
    ])
  }
  expect(await shippedEvents(number)).toBe(0)
})

test('a repeated request gets the first answer, whatever changed since', async () => {
  const number = await buy()
  const first = await partner.post(shipmentsOf(number), ups('1Z2'), 'shipment-2')
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([200, undefined])
  await shop.app.database.pool.query(`update "order" set shipping_method_code = 'later' where number = $1`, [
    number,
  ])
  const again = await partner.post(shipmentsOf(number), ups('1Z2'), 'shipment-2')
  expect([again.statusCode, again.headers['idempotent-replayed'], again.json()]).toEqual([
    200,
    'true',
    first.json(),
  ])
  expect(await shippedEvents(number)).toBe(1)
})

test('a different request with the same key is refused', async () => {
  const [one, two] = [await buy(), await buy()]
  await partner.post(shipmentsOf(one), ups('1Z3'), 'shipment-3')
  for (const [number, body] of [
    [one, ups('1Z4')],
    [two, ups('1Z3')],
  ] as const) {
    const answer = await partner.post(shipmentsOf(number), body, 'shipment-3')
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  }
  expect(await shippedEvents(two)).toBe(0)
})

test('field order does not make a different request, and each partner has its own keys', async () => {
  const [one, two] = [await buy(), await buy()]
  await partner.post(shipmentsOf(one), { carrier: 'ups', tracking: '1Z5' }, 'shipment-5')
  const turned = await partner.post(shipmentsOf(one), { tracking: '1Z5', carrier: 'ups' }, 'shipment-5')
  expect(turned.headers['idempotent-replayed']).toBe('true')
  const other = await joinPartner(api)
  const answer = await other.post(shipmentsOf(two), ups('1Z6'), 'shipment-5')
  expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('of many concurrent requests with one key one acts, and the others get its answer or are told to wait', async () => {
  const number = await buy()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => partner.post(shipmentsOf(number), ups('1Z7'), 'shipment-7')),
  )
  const words = answers.map((answer) => {
    if (answer.statusCode === 409) return answer.json().code
    return answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : 'done'
  })
  expect(words.filter((word) => word === 'done')).toHaveLength(1)
  expect(words.every((word) => ['done', 'replayed', 'IDEMPOTENCY_KEY_IN_USE'].includes(word))).toBe(true)
  expect(await shippedEvents(number)).toBe(1)
})

test('a refusal is stored for its key, and invalid input is not', async () => {
  const number = await buy()
  const sam = await joinDesk(api, 'support', 'sam')
  await sam.post(`/api/desk/orders/${number}/hold/`, { reason: 'The address is asked for.' })
  const refused = await partner.post(shipmentsOf(number), ups('1Z8'), 'shipment-8')
  expect(refused.json().code).toBe('ACTION_NOT_ALLOWED')
  await sam.post(`/api/desk/orders/${number}/release/`, { reason: 'It is known.' })
  const again = await partner.post(shipmentsOf(number), ups('1Z8'), 'shipment-8')
  expect([again.json().code, again.json().detail]).toEqual(['ACTION_NOT_ALLOWED', refused.json().detail])
  expect(
    (await partner.post(shipmentsOf(number), { carrier: 'pigeon', tracking: '1' }, 'shipment-9')).statusCode,
  ).toBe(400)
  expect((await partner.post(shipmentsOf(number), ups('1Z9'), 'shipment-9')).statusCode).toBe(200)
})

test('a request without the scope stores no key', async () => {
  const reader = await joinPartner(api, ['orders:read'])
  const answer = await reader.post(shipmentsOf(await buy()), ups('1Z10'), 'shipment-10')
  expect(answer.statusCode).toBe(403)
  const rows = await shop.app.database.kysely
    .selectFrom('partner_request')
    .select('idempotency_key')
    .where('key_id', '=', reader.id)
    .execute()
  expect(rows).toEqual([])
})

test('after a day the key can be used again, and the stored reply is deleted', async () => {
  await partner.post(shipmentsOf(await buy()), ups('1Z11'), 'shipment-11')
  await shop.travelDays(2)
  const answer = await partner.post(shipmentsOf(await buy()), ups('1Z12'), 'shipment-11')
  expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined])
  const kept = await shop.app.database.kysely
    .selectFrom('partner_request')
    .select('idempotency_key')
    .execute()
  expect(kept.map((row) => row.idempotency_key)).toEqual(['shipment-11'])
})
