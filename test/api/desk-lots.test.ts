import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { setStock } from '#catalogue/server/plans.ts'
import { selectShipmentLots } from '#catalogue/server/stock-lot-store.ts'
import { returnLots } from '#catalogue/server/stock-lots.ts'
import { viewDeskRecall } from '#desk/recall-endpoints.ts'
import { reviewStock } from '#desk/server/stock-forecast.ts'
import { viewDeskStock } from '#desk/stock-endpoints.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
const folder = await mkdtemp(join(tmpdir(), 'lots-'))
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const omar = await joinDesk(api, 'operations', 'omar-lots')
const rita = await joinDesk(api, 'read-only', 'rita-lots')
const mira = await joinDesk(api, 'marketing', 'mira-lots')

const move = (texts: object, person = omar) =>
  person.post('/api/desk/stock/movements/', {
    request_id: deps.ids.uuid(),
    product: 'vs-01',
    kind: 'received',
    note: 'Delivery 7',
    ...texts,
  })

const view = async () => viewDeskStock.reply.parse((await omar.get('/api/desk/stock/products/vs-01/')).json())

const remaining = async () => Object.fromEntries((await view()).lots.map((lot) => [lot.lot, lot.remaining]))

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('vs-wk')
  return (await visitor.checkout()).order?.number ?? ''
}

const pack = async (number: string) => (await omar.post(`/api/desk/orders/${number}/pack/`, {})).statusCode

const lotsOf = async (number: string): Promise<string[]> => {
  const { shipments } = (await omar.get(`/api/desk/orders/${number}/`)).json()
  return shipments.flatMap(({ lots }: { lots: { lot: string }[] }) => lots.map(({ lot }) => lot))
}

test('the lot that expires first is packed first, expired units are never packed, and of two packers one gets the last unit', async () => {
  await inTransaction(deps, (tx) => setStock(tx, { 'vs-01': 0 }))
  // The shop opens on January 6, 2031.
  for (const [lot, day, units] of [
    ['LATE1', '2031-06-01', 3],
    ['SOON1', '2031-01-10', 1],
    ['OLD1', '2031-01-05', 5],
  ] as const)
    expect((await move({ lot, best_before: day, units })).statusCode).toBe(200)
  expect((await move({ lot: 'LATE1', best_before: '2031-06-02', units: 1 })).json().fields).toHaveProperty(
    'best_before',
  )
  expect((await view()).lots.map(({ lot, state }) => [lot, state])).toEqual([
    ['', 'good'],
    ['OLD1', 'expired'],
    ['SOON1', 'expires-soon'],
    ['LATE1', 'good'],
  ])
  const sold = [await buy(), await buy(), await buy(), await buy()] as const
  // Five more are in the stock, and all of them have expired.
  expect(await view()).toMatchObject({ available: 5, expired: 5, cover_days: 0 })
  await expect(buy()).rejects.toThrow('ITEM_NOT_AVAILABLE')
  // A surplus unit that a count has found is sold all the same.
  await inTransaction(deps, (tx) => setStock(tx, { 'vs-01': 6 }))
  const numbers = [...sold, await buy()] as const
  expect((await omar.get(`/api/desk/fulfillment/${numbers[0]}/`)).json().lots).toEqual([
    { product: 'vs-01', lot: 'SOON1', units: 1, best_before: '2031-01-10' },
  ])
  expect(await Promise.all([pack(numbers[0]), pack(numbers[1])])).toEqual([200, 200])
  expect([...(await lotsOf(numbers[0])), ...(await lotsOf(numbers[1]))].toSorted()).toEqual([
    'LATE1',
    'SOON1',
  ])
  expect(await pack(numbers[2])).toBe(200)
  const last = await Promise.all([pack(numbers[3]), pack(numbers[4])])
  expect(last.toSorted()).toEqual([200, 409])
  expect(await remaining()).toEqual({ '': 0, OLD1: 5, SOON1: 0, LATE1: 0 })
  const short = numbers[last[0] === 200 ? 4 : 3]
  const refused = (await omar.post(`/api/desk/orders/${short}/pack/`, {})).json()
  expect(refused.detail).toContain('0 that have not expired')

  // What is unpacked is on hand again, for the order that waits.
  const hold = { reason: 'The lot is checked.' }
  expect((await omar.post(`/api/desk/orders/${numbers[2]}/hold/`, hold)).statusCode).toBe(200)
  expect(await remaining()).toMatchObject({ LATE1: 0 })
  expect((await omar.post(`/api/desk/orders/${numbers[2]}/release/`, hold)).statusCode).toBe(200)
  expect(await remaining()).toMatchObject({ LATE1: 1 })
  expect(await pack(short)).toBe(200)

  const { rows } = (await omar.get('/api/desk/tasks/lot-expiring/')).json()
  expect(rows.map(({ text }: { text: string }) => text)).toEqual(['vs-01, lot OLD1: 5'])
  const { available } = await view()
  expect((await move({ kind: 'written-off', lot: 'OLD1', units: 6 })).json().fields).toHaveProperty('lot')
  expect((await move({ kind: 'written-off', units: 1 })).json().fields).toHaveProperty('lot')
  expect((await move({ kind: 'written-off', lot: 'OLD1', units: 5, note: 'Expired' })).statusCode).toBe(200)
  expect((await view()).available).toBe(available - 5)
  for (const change of [sql`update stock_lot_movement set units = 1`, sql`delete from stock_lot_movement`])
    await expect(change.execute(deps.database)).rejects.toThrow('a movement of a lot is final')
})

test('a recall lists the buyers of a lot within the rights of the role; returned units go back to their lot or are written off', async () => {
  const at = '/api/desk/stock/recalls/late-1/'
  const recall = viewDeskRecall.reply.parse((await omar.get(at)).json())
  expect(recall).toMatchObject({ lot: 'LATE1', units: 3, orders: 3, returned: 0 })
  expect(recall.rows[0]?.person?.email).toContain('@')
  const masked = viewDeskRecall.reply.parse((await rita.get(at)).json())
  expect(masked.rows.map(({ person }) => person)).toEqual([null, null, null])
  expect((await mira.get(at)).statusCode).toBe(404)
  expect((await omar.get('/api/desk/stock/recalls/NONE1/')).statusCode).toBe(404)

  const shipmentId = recall.rows[0]?.shipment_id ?? ''
  const line = { position: 0, product: 'vs-01', restocked: 1, writtenOff: 0 }
  await inTransaction(deps, async (tx) => {
    expect(await returnLots(tx, [shipmentId], [line])).toEqual(new Map())
  })
  expect(await remaining()).toMatchObject({ LATE1: 1 })
  expect(await selectShipmentLots(deps.database, [shipmentId])).toMatchObject([{ units: 1, returned: 1 }])

  const file = join(folder, 'recall.csv')
  const said = await runShopCommand(shop, 'recall', 'LATE1', '--csv', file)
  expect(said).toMatchObject({ code: 0 })
  expect(said.lines).toContain('Orders: 3, units: 3, returned: 1')
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('order,name,email')
  expect(lines).toHaveLength(4)
  expect((await runShopCommand(shop, 'recall', 'NONE1')).code).toBe(1)
})

test('a file of received lots is applied completely or not at all, and once', async () => {
  const send = (text: string, id = deps.ids.uuid()) =>
    omar.post('/api/desk/stock/receipts/', {
      request_id: id,
      file: new TextEncoder().encode(text).toBase64(),
    })
  const before = (await view()).available
  const wrong = await send('product,units,lot\nvs-01,2,FILE1\nnone,1,\n')
  expect(wrong.json().fields.file).toContain('Line 3: There is no stock none.')
  expect((await send('product,units,color\nvs-01,2,red\n')).json().fields.file).toContain('Line 2')
  expect((await view()).available).toBe(before)
  const id = deps.ids.uuid()
  const text = 'product,units,lot,best_before\nvs-01,2,FILE1,2032-01-01\nvs-01,3,,\n'
  const twice = [(await send(text, id)).json(), (await send(text, id)).json()]
  expect(twice).toEqual([{ received: 2 }, { received: 0 }])
  expect((await view()).available).toBe(before + 5)
  expect(await remaining()).toMatchObject({ '': 3, FILE1: 2 })
  expect((await runShopCommand(shop, 'stock', 'vs-01', String(before + 4))).code).toBe(0)
  expect(await remaining()).toMatchObject({ '': 2, FILE1: 2 })
})

test('a lot that will not sell before its last sale day is on the worklist until that day is near', async () => {
  expect((await omar.get('/api/desk/tasks/lot-unsold/')).json().rows).toEqual([])
  expect((await move({ lot: 'BIG1', best_before: '2031-08-01', units: 4_000 })).statusCode).toBe(200)
  // The forecast is made four times a day.
  await shop.advanceSeconds(6 * 3_600 + 60)
  const [row, ...more] = (await omar.get('/api/desk/tasks/lot-unsold/')).json().rows
  expect(more).toEqual([])
  expect(row).toMatchObject({
    href: '/desk/stock/vs-01',
    text: expect.stringMatching(/^vs-01, lot BIG1: 3\d{3} of 4000$/),
  })
  expect((await mira.get('/api/desk/tasks/lot-unsold/')).statusCode).toBe(404)
  expect(
    (await move({ kind: 'written-off', lot: 'BIG1', units: 4_000, note: 'Sold to a clinic' })).statusCode,
  ).toBe(200)
  expect((await omar.get('/api/desk/tasks/lot-unsold/')).json().rows).toEqual([])
})

test('a stock lasts no longer for units that expire before they are sold', async () => {
  const before = await view()
  const days = before.cover_days ?? 0
  expect(days).toBeGreaterThan(7)
  const soon = dateIn(deps.clock.now(), brand.timeZone).add({ days: 3 }).toString()
  expect((await move({ lot: 'SHORT1', best_before: soon, units: 1_000 })).statusCode).toBe(200)
  const after = await view()
  expect(after.available).toBe(before.available + 1_000)
  // Its units are sold until then, and the others as long as before afterwards.
  expect(after.cover_days).toBeGreaterThanOrEqual(days)
  expect(after.cover_days).toBeLessThanOrEqual(days + 5)
  const listed = (await omar.get('/api/desk/stock/')).json().stock
  expect(listed.find(({ product }: { product: string }) => product === 'vs-01').cover_days).toBe(
    after.cover_days,
  )
  expect(
    (await move({ kind: 'written-off', lot: 'SHORT1', units: 1_000, note: 'Given away' })).statusCode,
  ).toBe(200)
})

test('expired units do not keep an alarm quiet, and what is sold beyond the others is backordered', async () => {
  let person = omar
  const ofPds = (texts: object) => move({ product: 'pds-08', ...texts }, person)
  const seen = async () => (await person.get('/api/desk/stock/products/pds-08/')).json()
  const work = async (kind: string) =>
    (await person.get(`/api/desk/tasks/${kind}/`)).json().rows.map(({ text }: { text: string }) => text)
  const inReport = async () => {
    const { tables } = (await person.get('/api/desk/report/stock/?from=2031-01&to=2031-01')).json()
    return tables[0].rows.find(({ name }: { name: string }) => name === 'pds-08').cells[0].text
  }
  const inCatalogue = async () => {
    const { entries } = (await person.get('/api/desk/catalogue/')).json()
    return entries.find(({ stock }: { stock: { product: string } | null }) => stock?.product === 'pds-08')
      .stock
  }
  await inTransaction(deps, (tx) => setStock(tx, { 'pds-08': 0 }))
  const today = dateIn(deps.clock.now(), brand.timeZone)
  await ofPds({ lot: 'ENDS1', best_before: today.toString(), units: 50 })
  await ofPds({ lot: 'STAYS1', best_before: today.add({ years: 1 }).toString(), units: 3 })
  await omar.post('/api/desk/stock/alarms/', { product: 'pds-08', units: 4, days: null })
  expect(await seen()).toMatchObject({ available: 53, expired: 0, is_low: false })
  expect(await work('stock-low')).toEqual([])

  // Nothing is moved: the day of the lot is over.
  await shop.advanceSeconds(86_400)
  person = await joinDesk(api, 'operations', 'olga-lots')
  expect(await seen()).toMatchObject({ available: 53, expired: 50, is_low: true })
  expect(await work('stock-low')).toEqual(['pds-08: 3 left'])
  await reviewStock(deps)
  await shop.settled()
  const mails = (await shop.mails()).filter(({ subject }) => subject.startsWith('The stock of pds-08 is low'))
  expect(mails.map(({ subject }) => subject)).toEqual(['The stock of pds-08 is low: 3 left'])
  expect(mails[0]?.text).toContain('50')
  expect(await inReport()).toBe('3')
  expect(await inCatalogue()).toMatchObject({ available: 3 })

  // As renewals do, which take more than there is.
  await inTransaction(deps, (tx) => setStock(tx, { 'pds-08': 48 }))
  expect(await work('backorder')).toEqual(['pds-08: 2 units below zero'])
  expect(await work('stock-low')).toEqual([])
  expect((await ofPds({ kind: 'written-off', lot: 'ENDS1', units: 50, note: 'Expired' })).statusCode).toBe(
    200,
  )
  // The two that the renewals need are no longer on hand, so the stock itself says what is missing.
  expect(await work('backorder')).toEqual(['pds-08: 2 units below zero'])
})
