import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listDeskStock } from '#desk/stock-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-stock')
const mira = await joinDesk(api, 'marketing', 'mira-stock')

const movement = (texts: object = {}) => ({
  request_id: api.opened.deps.ids.uuid(),
  product: 'vs-01',
  kind: 'received',
  units: 100,
  note: 'Delivery 7',
  ...texts,
})

const move = (body: object, person = omar) => person.post('/api/desk/stock/movements/', body)

const list = async () => listDeskStock.reply.parse((await mira.get('/api/desk/stock/')).json())

const available = async () => (await list()).stock.find(({ product }) => product === 'vs-01')?.available ?? 0

test('what arrives is added and what is written off is taken away, once for a form, with an entry of the log', async () => {
  const before = await available()
  const delivery = movement()
  const replies = await Promise.all([move(delivery), move(delivery), move(delivery)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await available()).toBe(before + 100)
  expect((await move(movement({ kind: 'written-off', units: 3, note: 'Broken' }))).statusCode).toBe(200)
  expect(await available()).toBe(before + 97)
  expect((await list()).movements).toMatchObject([
    { kind: 'written-off', units: 3, available: before + 97, note: 'Broken', by: 'omar-stock' },
    { kind: 'received', units: 100, available: before + 100 },
  ])
  const { rows } = await sql<{ act: string; before: string; after: string; reason: string }>`
    select act, before, after, reason from audit_entry where subject = 'stock:vs-01' order by day, position`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      act: 'stock.received',
      before: `{"available":${before}}`,
      after: `{"available":${before + 100}}`,
      reason: 'Delivery 7',
    },
    {
      act: 'stock.written-off',
      before: `{"available":${before + 100}}`,
      after: `{"available":${before + 97}}`,
      reason: 'Broken',
    },
  ])
})

test('deliveries and purchases at the same moment are all counted', async () => {
  const before = await available()
  const buyers = await Promise.all(
    [0, 1, 2].map(async () => {
      const visitor = shop.visitor()
      await visitor.add('vs-wk')
      return visitor
    }),
  )
  await Promise.all([
    ...buyers.map((visitor) => visitor.checkout()),
    ...[0, 1, 2].map(() => move(movement({ units: 10 }))),
  ])
  expect(await available()).toBe(before + 27)
})

test.each([
  ['units', { units: 0 }],
  ['units', { units: -5 }],
  ['units', { units: 1.5 }],
  ['units', { kind: 'written-off', units: 1_000_000 }],
  ['product', { product: 'none' }],
  ['note', { note: '  ' }],
  ['kind', { kind: 'sold' }],
  ['request_id', { request_id: 'x' }],
])('refused by its field, and nothing is moved: %s %j', async (field, texts) => {
  const before = await list()
  const reply = await move(movement(texts))
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields).toHaveProperty(field)
  expect(await list()).toEqual(before)
})

test('marketing looks and moves nothing, and nobody changes a movement', async () => {
  expect((await move(movement(), mira)).statusCode).toBe(404)
  for (const change of [
    sql`update stock_movement set units = 1`,
    sql`delete from stock_movement`,
    sql`truncate stock_movement`,
  ])
    await expect(change.execute(db)).rejects.toThrow('a movement of stock is final')
})
