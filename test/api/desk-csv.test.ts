import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeExport } from '#desk/server/write-export.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const { deps } = api.opened

beforeAll(async () => {
  expect((await runShopCommand(shop, 'demo', '--orders=2200', '--members=1100')).code).toBe(0)
})

const sam = await joinDesk(api, 'support', 'sam')
const owner = await joinDesk(api, 'owner', 'olive')

const linesIn = (body: string): string[] => body.trimEnd().split('\r\n')

const numbersIn = (body: string): string[] =>
  linesIn(body)
    .slice(1)
    .map((row) => row.split(',')[0] ?? '')

const logOf = async (subject: string): Promise<string[]> =>
  (await owner.get(`/api/desk/team/log/?subject=${subject}`))
    .json()
    .entries.map(({ action, actor }: Record<string, string>) => `${actor} ${action}`)

/** A file whose job has not run yet. */
const requested = async (
  person: DeskPerson,
  list: object,
  requestId: string = deps.ids.uuid(),
): Promise<string> => {
  const answer = await person.post('/api/desk/orders/exports/', { request_id: requestId, list })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().id
}

const view = async (person: DeskPerson, id: string) => {
  const answer = await person.get(`/api/desk/orders/exports/${id}/`)
  return answer.statusCode === 200 ? answer.json() : answer.statusCode
}

const post = (url: string, fields: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url,
    headers: { cookie: sam.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const fileOf = (person: DeskPerson, id: string) => person.get(`/desk/orders/exports/${id}/orders.csv`)

test('a CSV export of orders above the API page limit is complete, has each order once, and is logged', async () => {
  const { count } = (await sam.get('/api/desk/orders/count/')).json()
  expect(count).toBeGreaterThan(2_000)
  // One request has at most a thousand rows.
  expect((await sam.get('/api/desk/orders/?limit=1001')).statusCode).toBe(400)
  // A file of 250,000 orders asks so often, far more than a person's other requests of a minute.
  for (let page = 0; page < 250; page += 1)
    expect((await sam.get('/api/desk/orders/?limit=1')).statusCode).toBe(200)
  const file = await sam.get('/desk/orders.csv')
  expect(linesIn(file.body)[0]).toContain('order,')
  const numbers = numbersIn(file.body)
  expect([numbers.length, new Set(numbers).size]).toEqual([count, count])
  expect(await logOf('orders')).toEqual(['sam (support) orders.exported'])
})

test('an export job writes a list in parts, each once even when two jobs run, with the columns and order of the list', async () => {
  const list = { filter: { sort: 'total' }, cols: 'total,member' }
  const requestId = deps.ids.uuid()
  const id = await requested(sam, list, requestId)
  expect(await requested(sam, list, requestId)).toBe(id)
  expect(await logOf(`order-export:${id}`)).toEqual(['sam (support) orders.export-requested'])
  await Promise.all([writeExport(deps, id), writeExport(deps, id), writeExport(deps, id)])
  const { count } = (await sam.get('/api/desk/orders/count/')).json()
  expect(await view(sam, id)).toMatchObject({ state: 'ready', orders: count })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from desk_export_part where export_id = ${id}`.execute(db)
  expect(rows[0]?.n).toBe(Math.ceil(count / 1_000))
  const file = await fileOf(sam, id)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(linesIn(file.body)[0]).toBe('\uFEFForder,currency,total,member')
  const numbers = numbersIn(file.body)
  expect([numbers.length, new Set(numbers).size]).toEqual([count, count])
  // The same bytes as of a list that is sent at once.
  expect(file.body).toBe((await sam.get('/desk/orders.csv?sort=total&cols=total,member')).body)
  // No part of it is read around the entry of the log.
  const unread = await requested(sam, { filter: {} })
  await writeExport(deps, unread)
  const part = (position: number) => sam.post(`/api/desk/orders/exports/${unread}/parts/`, { position })
  for (const [position, status] of [
    [1, 404],
    [0, 200],
    [1, 200],
    [99, 404],
  ] as const)
    expect([position, (await part(position)).statusCode]).toEqual([position, status])
  expect(await logOf(`order-export:${id}`)).toEqual([
    'sam (support) orders.export-downloaded',
    'sam (support) orders.export-requested',
  ])
})

test('a list of more than 10,000 orders offers an export job, and its page works without scripts', async () => {
  // Rows that only count, until this test is over.
  await sql`insert into "order" select copy.* from "order" o cross join generate_series(1, 5) at,
    jsonb_populate_record(null::"order", to_jsonb(o) || jsonb_build_object(
      'id', gen_random_uuid(), 'number', 'X' || at || o.number, 'charge_id', null, 'checkout_id', null)) copy`.execute(
    db,
  )
  const led = await sam.get('/desk/orders.csv?sort=total&cols=total')
  expect([led.statusCode, led.headers.location]).toEqual([303, '/desk/orders/exports?sort=total&cols=total'])
  const chosen = await post('/desk/orders/chosen.csv', { whole: 'yes', query: 'sort=total' })
  expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/desk/orders/exports?sort=total'])
  expect((await sam.get(String(led.headers.location))).body).toContain('more than 10,000 orders')
  await sql`delete from "order" where number like 'X%'`.execute(db)
  const form = await post('/desk/orders/exports?state=to-ship&cols=total', { request_id: deps.ids.uuid() })
  const address = String(form.headers.location)
  expect([form.statusCode, address]).toEqual([
    303,
    expect.stringMatching(/^\/desk\/orders\/exports\/[\da-f-]{36}$/),
  ])
  await writeExport(deps, address.split('/').at(-1) ?? '')
  expect((await sam.get(address)).body).toContain('Download orders.csv')
  expect((await sam.get('/desk/orders/exports')).body).toContain(address)
})
