import { expect } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { test } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'
import { joinDesk } from './desk-over-http.ts'

test('killed between two orders, a bulk action continues and acts on each order once', async ({ shop }) => {
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    numbers.push((await buyer.checkout()).order?.number ?? '')
  }
  const { deps } = shop.app
  const orders = await deps.database.selectFrom('order').select('id').where('number', 'in', numbers).execute()
  const { died } = await armed(shop, 'bulk action: order done')
  const ines = await joinDesk(shop)
  const { id } = await ines.post('/api/desk/bulk-actions/', {
    request_id: deps.ids.uuid(),
    action: 'hold',
    ids: orders.map((order) => order.id),
  })
  await ines.post(`/api/desk/bulk-actions/${id}/start/`, { count: 3, reason: 'The lot is checked.' })
  await died
  await shop.app.start()
  expect(await ines.get(`/api/desk/bulk-actions/${id}/`)).toMatchObject({ state: 'running', done: 1 })
  await shop.settled()
  expect(await ines.get(`/api/desk/bulk-actions/${id}/`)).toMatchObject({
    state: 'finished',
    done: 3,
    failed: 0,
  })
  for (const number of numbers) {
    const { timeline } = await ines.get(`/api/desk/orders/${number}/`)
    expect(timeline.filter(({ text }: { text: string }) => text.startsWith('Held'))).toHaveLength(1)
  }
  await expectConsistent(shop)
})

test('killed after writing a part of a long list, the export continues and has each order once', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const number = (await buyer.checkout()).order?.number ?? ''
  const { died } = await armed(shop, 'order export: part written')
  const ines = await joinDesk(shop)
  const list = { filter: {}, cols: 'total' }
  const request = { request_id: shop.app.deps.ids.uuid(), list }
  const { id } = await ines.post('/api/desk/orders/exports/', request)
  await died
  await shop.app.start()
  await shop.settled()
  const path = `/api/desk/orders/exports/${id}/`
  expect(await ines.get(path)).toMatchObject({ state: 'ready', orders: 1 })
  expect(await ines.post(`${path}parts/`, { position: 0 })).toEqual({
    lines: `\uFEFForder,currency,total\r\n${number},USD,49.99\r\n`,
    next: null,
  })
})

test('killed while a shipment is packed, the lot is unchanged, and packing again counts once', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const number = (await buyer.checkout()).order?.number ?? ''
  const { died } = await armed(shop, 'shipment: packed')
  const ines = await joinDesk(shop)
  const received = {
    request_id: shop.app.deps.ids.uuid(),
    product: 'ds-01',
    kind: 'received',
    units: 4,
    note: 'Delivery 1',
  }
  await ines.post('/api/desk/stock/movements/', { ...received, lot: 'CRASH1', best_before: '2032-01-01' })
  const unitsIn = async () => {
    const { lots } = await ines.get('/api/desk/stock/products/ds-01/')
    return lots.reduce((sum: number, one: { remaining: number }) => sum + one.remaining, 0)
  }
  const before = await unitsIn()
  expect(await ines.post(`/api/desk/orders/${number}/pack/`, {}).catch(cut)).toBe('interrupted')
  await died
  await shop.app.start()
  expect(await unitsIn()).toBe(before)
  await ines.post(`/api/desk/orders/${number}/pack/`, {})
  await ines.post(`/api/desk/orders/${number}/pack/`, {})
  expect(await unitsIn()).toBe(before - 1)
  // The check of everything knows what was sold, not what was received.
  const lost = { ...received, request_id: shop.app.deps.ids.uuid(), kind: 'written-off', lot: 'CRASH1' }
  await ines.post('/api/desk/stock/movements/', lost)
  await expectConsistent(shop)
})
