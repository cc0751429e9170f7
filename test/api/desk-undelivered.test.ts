import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordCarrierEvent } from '#order/server/orders.ts'
import type { WorkKind } from '#desk/rules/work-kinds.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

let people = { support: await joinDesk(api, 'support'), finance: await joinDesk(api, 'finance') }
// A session at the desk ends within hours.
beforeEach(async () => {
  people = { support: await joinDesk(api, 'support'), finance: await joinDesk(api, 'finance') }
})

/** Two units that a carrier has under a number. */
const shipped = async (tracking: string): Promise<string> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const sent = await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  expect(sent).toMatchObject({ code: 0 })
  return number
}

type Says = Parameters<typeof recordCarrierEvent>[1]['says']

const carrierSays = (tracking: string, says: Says) =>
  recordCarrierEvent(api.opened.deps, {
    carrier: 'ups',
    tracking,
    says,
    at: null,
    source: 'carrier',
    externalId: crypto.randomUUID(),
  })

const lose = (tracking: string) => carrierSays(tracking, { kind: 'state', state: 'lost' })

const countOf = async (kind: WorkKind): Promise<number> => {
  const { work } = (await people.support.get('/api/desk/home/')).json()
  return work.find((one: { kind: string }) => one.kind === kind)?.count ?? 0
}

interface Row {
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly href: string }[]
}

const rowsOf = async (kind: WorkKind, role: keyof typeof people = 'support'): Promise<readonly Row[]> =>
  (await people[role].get(`/api/desk/tasks/${kind}/`)).json().rows

const reship = (number: string, quantity: number) =>
  people.support.post(`/api/desk/orders/${number}/reship/`, {
    units: [{ position: 0, quantity }],
    reason: 'It was lost',
    request_id: randomUUID(),
  })

test('a lost or returned package stays on the worklist with its options until all of it is refunded or sent again', async () => {
  const [refunded, again] = [await shipped('1ZLOST1'), await shipped('1ZBACK1')]
  expect(await countOf('shipment-lost')).toBe(0)
  await lose('1ZLOST1')
  await carrierSays('1ZBACK1', { kind: 'state', state: 'returned-to-sender' })
  expect(await countOf('shipment-lost')).toBe(2)
  const order = `/desk/orders/${refunded}`
  const row = { text: `Order ${refunded}: lost`, href: order }
  const refund = { label: 'Refund…', href: `${order}/refund` }
  const rows = await rowsOf('shipment-lost')
  expect(rows).toContainEqual(
    expect.objectContaining({ ...row, actions: [{ label: 'Send again…', href: `${order}/reship` }, refund] }),
  )
  expect(rows.map(({ text }) => text)).toContain(`Order ${again}: returned to sender`)
  // Finance sends nothing.
  expect(await rowsOf('shipment-lost', 'finance')).toContainEqual(
    expect.objectContaining({ ...row, actions: [refund] }),
  )
  expect(await runShopCommand(shop, 'refund', refunded)).toMatchObject({ code: 0 })
  expect((await rowsOf('shipment-lost')).map(({ text }) => text)).toEqual([
    `Order ${again}: returned to sender`,
  ])
  const before = await countOf('shipment-to-pack')
  // One of two units: the other one still waits.
  expect((await reship(again, 1)).statusCode).toBe(200)
  expect([await countOf('shipment-lost'), await countOf('shipment-to-pack')]).toEqual([1, before + 1])
})

test('a goodwill refund leaves a lost package on the worklist', async () => {
  const number = await shipped('1ZLOST2')
  await lose('1ZLOST2')
  const had = await countOf('shipment-lost')
  const goodwill = await runShopCommand(shop, 'refund', number, '--goodwill', '2.00')
  expect(goodwill).toMatchObject({ code: 0 })
  expect(await countOf('shipment-lost')).toBe(had)
  expect((await reship(number, 2)).statusCode).toBe(200)
  expect(await countOf('shipment-lost')).toBe(had - 1)
})

test('a lost package leaves the worklist when it is delivered, and the fulfillment page links to the list', async () => {
  const number = await shipped('1ZLOST3')
  await lose('1ZLOST3')
  const had = await countOf('shipment-lost')
  const page = await people.support.get('/desk/fulfillment')
  expect(page.body).toContain('href="/desk/tasks/shipment-lost"')
  const list = await people.support.get('/desk/tasks/shipment-lost')
  expect(list.body).toContain(`href="/desk/orders/${number}/reship"`)
  await carrierSays('1ZLOST3', { kind: 'state', state: 'delivered' })
  expect(await countOf('shipment-lost')).toBe(had - 1)
})

test('a package is listed as missing when its carrier is silent beyond the expected day, unless the carrier never reports', async () => {
  const said = await shipped('1ZSILENT1')
  const routed = await shipped('1ZSILENT2')
  const never = await shipped('1ZNEVER')
  const today = Temporal.PlainDate.from(await shop.today())
  const expectedOn = today.add({ days: 20 })
  await carrierSays('1ZSILENT1', { kind: 'delayed', expectedOn })
  await carrierSays('1ZSILENT2', { kind: 'state', state: 'in-transit' })
  const texts = async () => {
    people = { support: await joinDesk(api, 'support'), finance: await joinDesk(api, 'finance') }
    const own = [said, routed, never].map((number) => `Order ${number}: on its way`)
    // What earlier tests sent again is without news too: the carrier of the tests reports nothing after the pick-up.
    return (await rowsOf('shipment-silent')).map(({ text }) => text).filter((text) => own.includes(text))
  }
  expect(await texts()).toEqual([])
  // Five working days, a weekend and a holiday in between at most, and three days of grace.
  await shop.travelTo(today.add({ days: 14 }).toString())
  expect(await texts()).toEqual([`Order ${routed}: on its way`])
  await shop.travelTo(expectedOn.add({ days: 3 }).toString())
  expect(await texts()).toEqual([`Order ${routed}: on its way`])
  await shop.travelTo(expectedOn.add({ days: 4 }).toString())
  expect((await texts()).toSorted()).toEqual(
    [routed, said].map((one) => `Order ${one}: on its way`).toSorted(),
  )
  await carrierSays('1ZSILENT2', { kind: 'state', state: 'delivered' })
  expect((await reship(said, 2)).statusCode).toBe(200)
  expect(await texts()).toEqual([])
})
