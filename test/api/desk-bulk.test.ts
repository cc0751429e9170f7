import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holdShipments, lockedOrder } from '#order/server/orders.ts'
import { runBulk } from '#desk/server/run-bulk.ts'
import { changeRole } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { expectConsistent } from '../support/invariants.ts'
import { openBulkDesk } from './bulk-desk.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = api.shop.app.database.kysely
const { deps } = api.opened
const {
  sam,
  dario,
  fay,
  rita,
  many,
  idsOf,
  prepare,
  prepared,
  start,
  view,
  whyOf,
  stateOf,
  logOf,
  ship,
  buy,
} = await openBulkDesk(api)

test('selected orders are previewed, held and released, each with its result and its log entry', async () => {
  const [one, two, held, left] = [await buy(), await buy(), await buy(), await buy()]
  await sam.post(`/api/desk/orders/${held.number}/hold/`, { reason: 'The address is asked for.' })
  await ship(left, '1ZBULK1')
  const id = await prepared(sam, { ids: [...idsOf([one, two, held, left]), one.id, two.id] })
  const shown = await view(id)
  // 2 × 49.99.
  expect(shown).toMatchObject({
    state: 'prepared',
    chosen: 4,
    acted: 2,
    left_out: 2,
    sums: [{ currency: 'USD', amount: '99.98' }],
    needs_second: false,
  })
  expect(whyOf(shown, held)).toBe('It is on hold already.')
  expect(whyOf(shown, left)).toBe('Nothing of it waits to be shipped.')
  expect(await stateOf(one)).toEqual(['pending'])
  expect((await start(sam, id, 2, '')).json().fields).toEqual({ reason: 'Please give a reason.' })
  expect((await start(sam, id, 2)).statusCode).toBe(200)
  await shop.settled()
  expect(await view(id)).toMatchObject({ state: 'finished', done: 2, left_out: 2, failed: 0 })
  expect([await stateOf(one), await stateOf(left)]).toEqual([['on-hold'], ['shipped']])
  expect(await logOf(`bulk:${id}`)).toEqual(['sam (support) orders.bulk-started'])
  expect((await logOf(`order:${one.number}`)).filter((action) => action.endsWith('order.held'))).toEqual([
    'sam (support) order.held',
  ])
  expect((await logOf(`order:${left.number}`)).filter((action) => action.endsWith('order.held'))).toEqual([])
  const back = await prepared(dario, { action: 'release', ids: idsOf([one, two]) })
  await start(dario, back, 2)
  await shop.settled()
  expect(await view(back)).toMatchObject({ state: 'finished', done: 2 })
  expect(await stateOf(two)).toEqual(['pending'])
  await expectConsistent(shop)
})

test('a bulk action by filter covers the previewed orders: later orders are not included, and orders that left the list are left out', async () => {
  const [stays, leaves] = [await buy(), await buy()]
  await sam.post(`/api/desk/orders/${stays.number}/hold/`, { reason: 'Asked for.' })
  await sam.post(`/api/desk/orders/${leaves.number}/hold/`, { reason: 'Asked for.' })
  const filter = { state: 'on-hold' }
  const id = await prepared(dario, { action: 'release', filter })
  const { acted } = (await dario.get(`/api/desk/bulk-actions/${id}/`)).json()
  const late = await buy()
  await sam.post(`/api/desk/orders/${late.number}/hold/`, { reason: 'Too late for the list.' })
  await sam.post(`/api/desk/orders/${leaves.number}/release/`, { reason: 'Answered.' })
  // The action would do something else now than what was shown.
  const other = await start(dario, id, acted)
  expect([other.statusCode, other.json().detail]).toEqual([409, expect.stringContaining('were shown')])
  expect((await start(dario, id, acted - 1)).statusCode).toBe(200)
  // Between the start and its turn: no longer in the list that was filtered.
  await shop.settled()
  const seen = await view(id)
  expect(whyOf(seen, leaves)).toContain('no longer in the list')
  expect(await stateOf(late)).toEqual(['on-hold'])
  expect(await stateOf(stays)).toEqual(['pending'])
})

test('an order that changes between start and its turn is left out, and a job that runs twice at once acts on each order once', async () => {
  const orders = await many(6)
  const id = await prepared(sam, { ids: idsOf(orders) })
  const [first] = orders
  if (!first) throw new Error('nothing was bought')
  const job = await inTransaction(deps, async (tx) => {
    await sql`update desk_bulk set started_at = ${tx.now.toString()}, reason = 'A lot.' where id = ${id}`.execute(
      tx.db,
    )
    return id
  })
  await ship(first, '1ZBULK2')
  await Promise.all([runBulk(deps, job), runBulk(deps, job), runBulk(deps, job)])
  const seen = await view(id)
  expect(seen).toMatchObject({ state: 'finished', done: 5, left_out: 1, failed: 0 })
  expect(whyOf(seen, first)).toBe('Nothing of it waits to be shipped.')
  for (const order of orders.slice(1))
    expect(
      (await logOf(`order:${order.number}`)).filter((action) => action.endsWith('order.held')),
    ).toHaveLength(1)
})

test('an order that leaves the filtered list between start and its turn is left out, although it could be held', async () => {
  const order = await buy()
  const id = await prepared(sam, { filter: { q: order.number, state: 'to-ship' } })
  await sql`update desk_bulk set started_at = prepared_at, reason = 'A lot.' where id = ${id}`.execute(db)
  await inTransaction(deps, async (tx) => {
    await lockedOrder(tx, order.id)
    await holdShipments(tx, order.id, true)
  })
  await runBulk(deps, id)
  expect(whyOf(await view(id), order)).toContain('no longer in the list')
  await inTransaction(deps, async (tx) => {
    await lockedOrder(tx, order.id)
    await holdShipments(tx, order.id, false)
  })
})

test('the same form prepares one action, two starts make one run, and nobody starts an action that another person prepared', async () => {
  const orders = await many(2)
  const requestId = deps.ids.uuid()
  const both = await Promise.all([
    prepare(sam, { ids: idsOf(orders) }, requestId),
    prepare(sam, { ids: idsOf(orders) }, requestId),
  ])
  const id: string = both[0]?.json().id
  expect(both[1]?.json().id).toBe(id)
  // The form of another person: theirs is not found by it.
  expect((await prepare(dario, { ids: idsOf(orders) }, requestId)).statusCode).toBe(404)
  const other = await start(dario, id, 2)
  expect([other.statusCode, other.json().detail]).toEqual([409, expect.stringContaining('sam prepared it')])
  const starts = await Promise.all([start(sam, id, 2), start(sam, id, 2)])
  expect(starts.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await shop.settled()
  expect(await logOf(`bulk:${id}`)).toEqual(['sam (support) orders.bulk-started'])
  expect(await view(id)).toMatchObject({ done: 2 })
})

test.each([
  ['an order that does not exist', { ids: ['11111111-1111-4111-8111-111111111111'] }, 'ids'],
  ['nothing', { ids: [] }, 'ids'],
  ['a malformed id', { ids: ["' or 1=1"] }, 'ids.0'],
  ['a filter without orders', { filter: { country: 'NZ' } }, 'ids'],
  ['an unknown state', { filter: { state: 'lost' } }, 'filter.state'],
])('%s is refused, and nothing is stored', async (_what, payload, field) => {
  const answer = await prepare(sam, payload)
  expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
})

test('a role that may not hold one order may not hold many, by endpoint, button or job', async () => {
  const order = await buy()
  const id = await prepared(sam, { ids: [order.id] })
  for (const person of [fay, rita]) {
    expect((await prepare(person, { ids: [order.id] })).statusCode).toBe(404)
    expect((await start(person, id, 1)).statusCode).toBe(404)
    expect((await person.get(`/desk/orders/bulk/${id}`)).statusCode).toBe(404)
    const list = (await person.get('/desk/orders')).body
    expect([list.includes('value="hold"'), list.includes('value="export"')]).toEqual([false, true])
  }
  // The role that started it is another one when its turn comes.
  const sue = await joinDesk(api, 'support', 'sue')
  const hers = await prepared(sue, { ids: [order.id] })
  await sql`update desk_bulk set started_at = prepared_at, reason = 'A lot.' where id = ${hers}`.execute(db)
  const { id: sueId } = await db.selectFrom('staff').select('id').where('email', '=', sue.email).executeTakeFirstOrThrow() // prettier-ignore
  await inTransaction(deps, (tx) =>
    changeRole(tx, { actor: 'operator', requestId: 'test' }, sueId, 'read-only'),
  )
  await runBulk(deps, hers)
  expect(await view(hers)).toMatchObject({ state: 'stopped', done: 0, left_out: 1 })
  expect(await stateOf(order)).toEqual(['pending'])
})
