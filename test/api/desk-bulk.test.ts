import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runBulk } from '#desk/server/run-bulk.ts'
import { changeRole } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const { deps } = api.opened

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const fay = await joinDesk(api, 'finance', 'fay')
const rita = await joinDesk(api, 'read-only', 'rita')

interface Bought {
  readonly id: string
  readonly number: string
}

const buy = async (): Promise<Bought> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const { id } = await db
    .selectFrom('order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return { id, number }
}

const many = async (count: number): Promise<Bought[]> => {
  const bought: Bought[] = []
  for (let at = 0; at < count; at += 1) bought.push(await buy())
  return bought
}

const idsOf = (orders: readonly Bought[]): string[] => orders.map(({ id }) => id)

const prepare = (person: DeskPerson, payload: object, requestId: string = deps.ids.uuid()) =>
  person.post('/api/desk/bulk-acts/', { request_id: requestId, act: 'hold', ...payload })

const prepared = async (person: DeskPerson, payload: object): Promise<string> => {
  const answer = await prepare(person, payload)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().id
}

const start = (person: DeskPerson, id: string, count: number, reason = 'The lot is checked.') =>
  person.post(`/api/desk/bulk-acts/${id}/start/`, { count, reason })

interface Seen {
  readonly rows: readonly { readonly order: string; readonly outcome: string; readonly why: string }[]
}

const view = async (id: string, person: DeskPerson = sam): Promise<Seen> =>
  (await person.get(`/api/desk/bulk-acts/${id}/`)).json()

const whyOf = ({ rows }: Seen, { number }: Bought) => rows.find(({ order }) => order === number)?.why

const stateOf = async ({ number }: Bought): Promise<string[]> =>
  (await owner.get(`/api/desk/orders/${number}/`))
    .json()
    .shipments.map(({ state }: { state: string }) => state)

const logOf = async (subject: string): Promise<string[]> =>
  (await owner.get(`/api/desk/team/log/?subject=${subject}`))
    .json()
    .entries.map(({ act, actor }: Record<string, string>) => `${actor} ${act}`)

const ship = ({ number }: Bought, tracking: string) =>
  dario.post(`/api/desk/orders/${number}/ship/`, { carrier: 'ups', tracking })

test('orders are chosen, shown, held and released, each with its result and its entry of the log', async () => {
  const [one, two, held, left] = await many(4) as [Bought, Bought, Bought, Bought] // prettier-ignore
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
  expect((await logOf(`order:${one.number}`)).filter((act) => act.endsWith('order.held'))).toEqual([
    'sam (support) order.held',
  ])
  expect((await logOf(`order:${left.number}`)).filter((act) => act.endsWith('order.held'))).toEqual([])
  const back = await prepared(dario, { act: 'release', ids: idsOf([one, two]) })
  await start(dario, back, 2)
  await shop.settled()
  expect(await view(back)).toMatchObject({ state: 'finished', done: 2 })
  expect(await stateOf(two)).toEqual(['pending'])
  await expectConsistent(shop)
})

test('a filter is the orders that were shown: what comes later is not held, what left the list is left out', async () => {
  const [stays, leaves] = await many(2) as [Bought, Bought] // prettier-ignore
  await sam.post(`/api/desk/orders/${stays.number}/hold/`, { reason: 'Asked for.' })
  await sam.post(`/api/desk/orders/${leaves.number}/hold/`, { reason: 'Asked for.' })
  const filter = { state: 'on-hold' }
  const id = await prepared(dario, { act: 'release', filter })
  const { acted } = (await dario.get(`/api/desk/bulk-acts/${id}/`)).json()
  const late = await buy()
  await sam.post(`/api/desk/orders/${late.number}/hold/`, { reason: 'Too late for the list.' })
  await sam.post(`/api/desk/orders/${leaves.number}/release/`, { reason: 'Answered.' })
  // What was shown is not what would be done now.
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

test('an order that leaves between start and its turn is left out; a job that runs twice at once does each once', async () => {
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
    expect((await logOf(`order:${order.number}`)).filter((act) => act.endsWith('order.held'))).toHaveLength(1)
})

test('the same form is one act, two starts are one run, and nobody starts what another person prepared', async () => {
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
  ['what is no id', { ids: ["' or 1=1"] }, 'ids.0'],
  ['a filter without orders', { filter: { country: 'NZ' } }, 'ids'],
  ['a state that there is not', { filter: { state: 'lost' } }, 'filter.state'],
])('%s is refused, and nothing is kept', async (_what, payload, field) => {
  const answer = await prepare(sam, payload)
  expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
})

test('who may not hold one order holds not many: no endpoint, no button, no run', async () => {
  const [order] = await many(1) as [Bought] // prettier-ignore
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

test('shippable orders go into one batch, the others say why not; again they are in it already', async () => {
  const [one, two, held] = await many(3) as [Bought, Bought, Bought] // prettier-ignore
  await sam.post(`/api/desk/orders/${held.number}/hold/`, { reason: 'Asked for.' })
  const id = await prepared(dario, { act: 'batch', ids: idsOf([one, two, held]) })
  expect(whyOf(await view(id), held)).toBe('It is on hold.')
  await start(dario, id, 2, '')
  await shop.settled()
  const { batch, done } = (await dario.get(`/api/desk/bulk-acts/${id}/`)).json()
  expect(done).toBe(2)
  const { rows, held_by: heldBy } = (await dario.get(`/api/desk/batches/${batch}/`)).json()
  expect([heldBy, rows.map(({ order }: { order: string }) => order)]).toEqual([
    'dario',
    [one.number, two.number],
  ])
  const again = await prepared(sam, { act: 'batch', ids: idsOf([one]) })
  expect(whyOf(await view(again), one)).toBe(`It is in batch ${batch} already.`)
  expect((await start(sam, again, 1, '')).statusCode).toBe(409)
  await expectConsistent(shop)
})

test('it is stopped while it runs: what is done stays, what waits is left out with who stopped it', async () => {
  const orders = await many(2)
  const id = await prepared(sam, { ids: idsOf(orders) })
  await sql`update desk_bulk set started_at = prepared_at, reason = 'A lot.' where id = ${id}`.execute(db)
  expect((await dario.post(`/api/desk/bulk-acts/${id}/stop/`, {})).statusCode).toBe(200)
  await runBulk(deps, id)
  const seen = await view(id)
  expect(seen).toMatchObject({ state: 'stopped', done: 0, left_out: 2 })
  expect(seen.rows[0]?.why).toBe('dario stopped it before its turn came.')
  expect((await sam.post(`/api/desk/bulk-acts/${id}/stop/`, {})).statusCode).toBe(200)
  expect(await logOf(`bulk:${id}`)).toEqual(['dario (operations) orders.bulk-stopped'])
})

const form = (person: DeskPerson, url: string, fields: readonly (readonly [string, string])[]) =>
  api.inject({
    method: 'POST',
    url,
    headers: { cookie: person.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })

test('the list is a plain form: boxes, the whole page, the whole list, and a file of what was chosen', async () => {
  const [one, two] = await many(2) as [Bought, Bought] // prettier-ignore
  const request = ['request_id', deps.ids.uuid()] as const
  const boxes = await form(sam, '/desk/orders/bulk', [
    request,
    ['act', 'hold'],
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
    ['act', 'hold'],
    ['page', 'yes'],
    shown,
  ])
  expect((await sam.get(String(page.headers.location))).body).toContain('Hold 2 orders')
  const whole = await form(sam, '/desk/orders/bulk', [
    ['request_id', deps.ids.uuid()],
    ['act', 'release'],
    ['whole', 'yes'],
    ['query', `q=${one.number}&cols=total`],
  ])
  expect((await sam.get(String(whole.headers.location))).body).toContain('all orders of a filtered list')
  const nothing = await form(sam, '/desk/orders/bulk', [
    ['request_id', deps.ids.uuid()],
    ['act', 'hold'],
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

test('more than 100 orders need a second person, who is another one, for exactly what was asked', async () => {
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
    dario.post(`/api/desk/bulk-acts/${id}/approval/`, {
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
  expect((await decide(owner)).json().text).toBe('The act has started.')
  await shop.settled()
  expect(await view(id)).toMatchObject({ state: 'finished', done: 101, reason: 'The lot is checked.' })
  expect(await logOf(`bulk:${id}`)).toEqual(['olive (owner) orders.bulk-started'])
  expect((await logOf(`order:${number}`)).filter((act) => act.endsWith('order.held'))).toEqual([
    'dario (operations) order.held',
  ])
})

test('acts are deleted after their period, and one that runs stays', async () => {
  const [order] = await many(1) as [Bought] // prettier-ignore
  const [never, runs] = [await prepared(sam, { ids: [order.id] }), await prepared(sam, { ids: [order.id] })]
  await sql`update desk_bulk set started_at = prepared_at where id = ${runs}`.execute(db)
  await shop.travelDays(92)
  const { rows } = await sql<{
    id: string
  }>`select id from desk_bulk where id in (${never}, ${runs})`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual([runs])
})
