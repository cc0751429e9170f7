import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runBulk } from '#desk/server/run-bulk.ts'
import { expectConsistent } from '../support/invariants.ts'
import { openBulkDesk } from './bulk-desk.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = api.shop.app.database.kysely
const { deps } = api.opened
const { sam, dario, owner, fay, rita, many, idsOf, prepared, start, view, whyOf, logOf, buy } =
  await openBulkDesk(api)

test('a bulk action adds shippable orders to one batch and gives a reason for the others; a repeated action adds nothing', async () => {
  const [one, two, held] = [await buy(), await buy(), await buy()]
  await sam.post(`/api/desk/orders/${held.number}/hold/`, { reason: 'Asked for.' })
  const id = await prepared(dario, { action: 'batch', ids: idsOf([one, two, held]) })
  expect(whyOf(await view(id), held)).toBe('It is on hold.')
  await start(dario, id, 2, '')
  await shop.settled()
  const { batch, done } = (await dario.get(`/api/desk/bulk-actions/${id}/`)).json()
  expect(done).toBe(2)
  const { rows, held_by: heldBy } = (await dario.get(`/api/desk/batches/${batch}/`)).json()
  expect([heldBy, rows.map(({ order }: { order: string }) => order)]).toEqual([
    'dario',
    [one.number, two.number],
  ])
  const again = await prepared(sam, { action: 'batch', ids: idsOf([one]) })
  expect(whyOf(await view(again), one)).toBe(`It is in batch ${batch} already.`)
  expect((await start(sam, again, 1, '')).statusCode).toBe(409)
  await expectConsistent(shop)
})

test('a stopped bulk action keeps what is done and leaves the rest out, naming who stopped it', async () => {
  const orders = await many(2)
  const id = await prepared(sam, { ids: idsOf(orders) })
  await sql`update desk_bulk set started_at = prepared_at, reason = 'A lot.' where id = ${id}`.execute(db)
  expect((await dario.post(`/api/desk/bulk-actions/${id}/stop/`, {})).statusCode).toBe(200)
  await runBulk(deps, id)
  const seen = await view(id)
  expect(seen).toMatchObject({ state: 'stopped', done: 0, left_out: 2 })
  expect(seen.rows[0]?.why).toBe('dario stopped it before its turn came.')
  expect((await sam.post(`/api/desk/bulk-actions/${id}/stop/`, {})).statusCode).toBe(200)
  expect(await logOf(`bulk:${id}`)).toEqual(['dario (operations) orders.bulk-stopped'])
})

const form = (person: DeskPerson, url: string, fields: readonly (readonly [string, string])[]) =>
  api.inject({
    method: 'POST',
    url,
    headers: { cookie: person.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })

test('the bulk action form works without scripts: single orders, the whole page, the whole list, and a file of the result', async () => {
  const [one, two] = [await buy(), await buy()]
  const request = ['request_id', deps.ids.uuid()] as const
  const boxes = await form(sam, '/desk/orders/bulk', [
    request,
    ['intent', 'hold'],
    ['order', one.id],
    ['order', one.id],
  ])
  expect([boxes.statusCode, boxes.headers.location]).toEqual([
    303,
    expect.stringMatching(/bulk\/[\da-f-]{36}$/),
  ])
  expect((await sam.get(String(boxes.headers.location))).body).toContain('Hold 1 order')
  const shown = ['shown', `${one.id},${two.id}`] as const
  const page = await form(sam, '/desk/orders/bulk', [
    ['request_id', deps.ids.uuid()],
    ['intent', 'hold'],
    ['page', 'yes'],
    shown,
  ])
  expect((await sam.get(String(page.headers.location))).body).toContain('Hold 2 orders')
  const whole = await form(sam, '/desk/orders/bulk', [
    ['request_id', deps.ids.uuid()],
    ['intent', 'release'],
    ['whole', 'yes'],
    ['query', `q=${one.number}&cols=total`],
  ])
  expect((await sam.get(String(whole.headers.location))).body).toContain('all orders of a filtered list')
  const nothing = await form(sam, '/desk/orders/bulk', [
    ['request_id', deps.ids.uuid()],
    ['intent', 'hold'],
  ])
  expect(nothing.body).toContain('Please choose an order.')
  const file = await form(rita, '/desk/orders/chosen.csv', [
    ['order', one.id],
    ['query', 'cols=total,member'],
  ])
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  // Without names for a role that sees none.
  expect(file.body.trimEnd().split('\r\n')).toEqual([
    '\uFEFForder,currency,total,member',
    `${one.number},USD,49.99,`,
  ])
  const list = await form(sam, '/desk/orders/chosen.csv', [
    ['whole', 'yes'],
    ['query', `q=${two.number}&cols=total`],
  ])
  expect(list.body.trimEnd().split('\r\n')).toHaveLength(2)
})

test('a bulk action on more than 100 orders needs the approval of a second person, for exactly the requested orders', async () => {
  const orders = await many(101)
  const ids = idsOf(orders)
  const [first = '', number = ''] = [orders[0]?.number, orders[50]?.number]
  const id = await prepared(dario, { ids })
  expect(await view(id)).toMatchObject({ acted: 101, needs_second: true })
  const alone = await start(dario, id, 101)
  expect([alone.statusCode, alone.json().detail]).toEqual([409, expect.stringContaining('second person')])
  // A smaller number in the form does not make it smaller.
  expect((await start(dario, id, 100)).json().detail).toContain('100 were shown')
  const ask = (count: number) =>
    dario.post(`/api/desk/bulk-actions/${id}/approval/`, {
      request_id: deps.ids.uuid(),
      count,
      reason: 'The lot is checked.',
    })
  expect((await ask(100)).statusCode).toBe(409)
  const approval: string = (await ask(101)).json().id
  const decide = (person: DeskPerson, one = approval) =>
    person.post(`/api/desk/approvals/${one}/decide/`, { decision: 'approve', note: '' })
  expect((await decide(dario)).json().detail).toContain('You requested it')
  expect((await decide(fay)).json().detail).toContain('Operations or an owner decides')
  // Somebody holds one of them: it is not what was asked for any more.
  await sam.post(`/api/desk/orders/${first}/hold/`, { reason: 'Asked for.' })
  expect((await decide(owner)).json().detail).toContain(
    'It would be done on 100 orders by now, and 101 were shown',
  )
  expect(await view(id)).toMatchObject({ state: 'prepared' })
  await sam.post(`/api/desk/orders/${first}/release/`, { reason: 'Answered.' })
  expect((await decide(owner)).json().text).toBe('The bulk action has started.')
  await shop.settled()
  expect(await view(id)).toMatchObject({ state: 'finished', done: 101, reason: 'The lot is checked.' })
  expect(await logOf(`bulk:${id}`)).toEqual(['olive (owner) orders.bulk-started'])
  expect((await logOf(`order:${number}`)).filter((action) => action.endsWith('order.held'))).toEqual([
    'dario (operations) order.held',
  ])
})

test('bulk actions are deleted after their retention period, and running ones are kept', async () => {
  const order = await buy()
  const [never, runs] = [await prepared(sam, { ids: [order.id] }), await prepared(sam, { ids: [order.id] })]
  await sql`update desk_bulk set started_at = prepared_at where id = ${runs}`.execute(db)
  await shop.travelDays(92)
  const { rows } = await sql<{
    id: string
  }>`select id from desk_bulk where id in (${never}, ${runs})`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual([runs])
})
