import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { noteCrossing } from '#catalogue/server/stock-alarms.ts'
import { listDeskStock, viewDeskStock } from '#desk/stock-endpoints.ts'
import { reviewStock } from '#desk/server/stock-forecast.ts'
import { inTransaction } from '#platform/transaction.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
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

test('received units are added and written-off units removed, once for each form, with a log entry', async () => {
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
  const { rows } = await sql<{ action: string; before: string; after: string; reason: string }>`
    select act as action, before, after, reason from audit_entry where subject = 'stock:vs-01' order by day, position`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      action: 'stock.received',
      before: `{"available":${before}}`,
      after: `{"available":${before + 100}}`,
      reason: 'Delivery 7',
    },
    {
      action: 'stock.written-off',
      before: `{"available":${before + 100}}`,
      after: `{"available":${before + 97}}`,
      reason: 'Broken',
    },
  ])
})

test('concurrent deliveries and purchases are all counted in stock', async () => {
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
])('a stock movement is refused at its field and changes nothing: %s %j', async (field, texts) => {
  const before = await list()
  const reply = await move(movement(texts))
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields).toHaveProperty(field)
  expect(await list()).toEqual(before)
})

test('marketing views stock and cannot change it, and a recorded movement cannot be changed', async () => {
  expect((await move(movement(), mira)).statusCode).toBe(404)
  for (const change of [
    sql`update stock_movement set units = 1`,
    sql`delete from stock_movement`,
    sql`truncate stock_movement`,
  ])
    await expect(change.execute(db)).rejects.toThrow('a movement of stock is final')
})

const uuid = () => api.opened.deps.ids.uuid()
const view = async () => viewDeskStock.reply.parse((await mira.get('/api/desk/stock/products/vs-01/')).json())

/** A count that begins now. */
const startCount = async () => {
  const { available: expected, last_movement: last } = await view()
  return (counted: number) =>
    omar.post('/api/desk/stock/counts/', {
      request_id: uuid(),
      product: 'vs-01',
      counted,
      expected,
      last_movement: last,
      note: 'Two broken, four not found',
    })
}

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('vs-wk')
  await visitor.checkout()
}

test('a stock count changes stock by the difference, and orders placed during the count stay deducted', async () => {
  const before = await available()
  const enter = await startCount()
  await buy()
  expect((await enter(before - 6)).statusCode).toBe(200)
  expect(await available()).toBe(before - 7)
  const { movements } = await view()
  expect(movements[0]).toMatchObject({
    kind: 'counted',
    units: -6,
    counted: before - 6,
    available: before - 7,
  })
})

test('of two concurrent stock counts the second is refused, and the first one stays', async () => {
  const before = await available()
  const [first, second] = [await startCount(), await startCount()]
  const replies = await Promise.all([first(before - 1), second(before - 2)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const refused = replies.find(({ statusCode }) => statusCode === 400)
  expect(refused?.json().fields).toHaveProperty('counted')
  expect([before - 1, before - 2]).toContain(await available())
  // Units received during a count are counted or not, and nobody knows which.
  const late = await startCount()
  await move(movement())
  expect((await late(before)).statusCode).toBe(400)
})

const expectDelivery = (texts: object = {}) =>
  omar.post('/api/desk/stock/deliveries/', {
    request_id: uuid(),
    product: 'vs-01',
    units: 600,
    expected_on: shop.app.deps.clock.now().toString().slice(0, 10),
    reference: 'PO-77',
    ...texts,
  })

const lateWork = async () => (await omar.get('/api/desk/tasks/delivery-late/')).json().rows

test.each(['1999-01-01', '9999-12-31', '2027-02-30'])(
  'an expected delivery on %s is refused',
  async (day) => {
    const reply = await expectDelivery({ expected_on: day })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['expected_on']])
  },
)

test('an expected delivery is entered once, received in parts, late after its day, and closed', async () => {
  const id = uuid()
  const day = shop.app.deps.clock.now().subtract({ hours: 72 }).toString().slice(0, 10)
  for (let times = 0; times < 2; times += 1)
    expect((await expectDelivery({ request_id: id, expected_on: day })).statusCode).toBe(200)
  expect((await expectDelivery()).statusCode).toBe(200)
  expect((await view()).announced).toBe(1_200)
  expect(await lateWork()).toMatchObject([{ id, href: '/desk/stock/vs-01' }])
  const before = await available()
  const part = (units: number) => move(movement({ units, delivery: id, lot: 'vs 26-09a' }))
  await part(200)
  expect(await view()).toMatchObject({ announced: 1_000, available: before + 200 })
  expect((await view()).movements[0]).toMatchObject({ lot: 'VS2609A' })
  expect(await lateWork()).toHaveLength(1)
  // The rest in two parts at one moment: the delivery is complete after the first that makes it so.
  const replies = await Promise.all([part(400), part(400)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  expect(await available()).toBe(before + 600)
  expect(await lateWork()).toEqual([])
  const [open] = (await view()).deliveries
  const close = () =>
    omar.post('/api/desk/stock/deliveries/close/', {
      product: 'vs-01',
      delivery: open?.id,
      reason: 'The supplier has none',
    })
  expect([(await close()).statusCode, (await close()).statusCode]).toEqual([200, 200])
  expect(await view()).toMatchObject({ announced: 0, deliveries: [] })
})

const setAlarm = (alarm: object, person = omar) =>
  person.post('/api/desk/stock/alarms/', { product: 'vs-01', units: null, days: null, ...alarm })
const lowMails = async () =>
  (await shop.mails()).filter(({ subject }) => subject.startsWith('The stock of vs-01 is low'))
const review = async () => {
  await reviewStock(api.opened.deps)
  await shop.settled()
}

test('a low stock is on the worklist, and sends one mail each time that it becomes low', async () => {
  // The lot of an earlier delivery has expired.
  const before = (await available()) - (await view()).expired
  expect((await setAlarm({ units: before + 1, days: 3 })).statusCode).toBe(400)
  await setAlarm({ units: before + 1 })
  await Promise.all([review(), review()])
  await review()
  expect(await lowMails()).toHaveLength(1)
  const rows = (await omar.get('/api/desk/tasks/stock-low/')).json().rows
  expect(rows).toMatchObject([{ text: `vs-01: ${before} left` }])
  await move(movement({ units: 5 }))
  await review()
  expect((await omar.get('/api/desk/tasks/stock-low/')).json().rows).toEqual([])
  await move(movement({ units: 5, kind: 'written-off' }))
  await review()
  expect(await lowMails()).toHaveLength(2)
  // What subscriptions and buyers of the last weeks need in 84 days is more than nothing.
  await setAlarm({ days: 84 })
  expect((await view()).needed).toBeGreaterThan(3)
  await setAlarm({})
  expect(await view()).toMatchObject({ alarm_units: null, alarm_days: null, is_low: false })
})

test('two transactions that find a stock low at once send one mail', async () => {
  await setAlarm({ units: (await available()) + 1 })
  const sent = async () =>
    (await sql`select from pgboss.job where data ->> 'kind' = 'mail: stock low'`.execute(db)).rows.length
  const before = await sent()
  const note = (wait: () => Promise<unknown>) =>
    inTransaction(api.opened.deps, async (tx) => {
      await noteCrossing(tx, 'vs-01')
      await wait()
    })
  const second = Promise.withResolvers<void>()
  await note(async () => {
    // If it has found anything, then a stock about which no mail was sent yet.
    void note(async () => null).then(second.resolve, second.reject)
    await waitUntilBlocked(db, 1, 'stock')
  })
  await second.promise
  expect(await sent()).toBe(before + 1)
  await setAlarm({})
})

test('marketing cannot change stock, deliveries or alarms', async () => {
  const replies = await Promise.all([
    setAlarm({ units: 1 }, mira),
    mira.post('/api/desk/stock/counts/', {}),
    mira.post('/api/desk/stock/deliveries/', {}),
    mira.post('/api/desk/stock/deliveries/close/', {}),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})
