import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { forgetNotesOf } from '#desk/server/notes.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openBulkDesk } from './bulk-desk.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const { sam, dario, owner, rita, many, idsOf, logOf } = await openBulkDesk(api)
const orders = await many(3)
const [one, two, three] = orders
if (!one || !two || !three) throw new Error('nothing was bought')

const tag = (person: DeskPerson, payload: object) =>
  person.post('/api/desk/orders/tags/', { tag: 'VIP', action: 'add', ...payload })

const listed = async (query: string, person: DeskPerson = sam): Promise<string[]> =>
  (await person.get(`/api/desk/orders/${query}`))
    .json()
    .orders.map(({ number }: { number: string }) => number)

test('orders are tagged once, filtered by the tag, and untagged by the ids that were changed', async () => {
  const first = (await tag(sam, { ids: idsOf([one, two]) })).json()
  expect(first).toEqual({ tag: 'vip', changed: expect.arrayContaining(idsOf([one, two])), chosen: 2 })
  const again = (await tag(dario, { ids: idsOf(orders) })).json()
  expect([again.changed, again.chosen]).toEqual([[three.id], 3])
  // Nothing changed, so nothing is in the log.
  expect((await tag(sam, { filter: { tag: 'vip' } })).json().changed).toEqual([])
  expect((await listed('?tag=vip')).toSorted()).toEqual(orders.map(({ number }) => number).toSorted())
  expect((await sam.get('/api/desk/orders/tags/')).json()).toEqual({ tags: [{ tag: 'vip', orders: 3 }] })
  await tag(sam, { action: 'remove', ids: again.changed })
  expect(await listed('?tag=vip&sort=placed')).toEqual([one.number, two.number])
  expect(await logOf('orders')).toEqual(['dario (operations) orders.tagged', 'sam (support) orders.tagged'])
  expect(await logOf(`order:${three.number}`)).toEqual(['sam (support) orders.untagged'])
})

test('tags are in the order list, its file, the order page and the member’s data download', async () => {
  const [row] = (await sam.get(`/api/desk/orders/?q=${one.number}`)).json().orders
  expect(row.tags).toEqual(['vip'])
  expect((await sam.get('/desk/orders.csv?tag=vip&cols=tags')).body).toContain(`${one.number},vip`)
  const page = await sam.get(`/desk/orders/${one.number}`)
  expect(page.body).toContain('Remove the tag vip')
})

test('a role without names sees no tags, since a tag may contain a name', async () => {
  await tag(sam, { tag: 'call ottoline', ids: [one.id] })
  for (const path of [
    `/api/desk/orders/?q=${one.number}`,
    `/api/desk/orders/${one.number}/`,
    '/desk/orders.csv',
    `/desk/orders/${one.number}`,
    '/desk/orders?cols=tags',
  ]) {
    const { statusCode, body } = await rita.get(path)
    expect([path, statusCode, body.includes('ottoline'), body.includes('vip')]).toEqual([
      path,
      200,
      false,
      false,
    ])
  }
  expect((await rita.get('/api/desk/orders/?tag=vip')).statusCode).toBe(400)
  expect((await rita.get('/api/desk/orders/tags/')).statusCode).toBe(404)
  expect((await tag(rita, { ids: [one.id] })).statusCode).toBe(404)
})

test.each([
  [{ tag: '<b>', ids: [one.id] }, 400],
  [{ tag: '=1+1', ids: [one.id] }, 400],
  [{ tag: 'vip', ids: [] }, 400],
  [{ tag: 'vip', ids: ['5f3c9a1e-1111-4222-8333-444455556666'] }, 400],
] as const)('the tag request %j is refused with status %i', async (payload, status) => {
  expect((await tag(sam, payload)).statusCode).toBe(status)
})

test('tags are deleted with the account', async () => {
  const { deps } = api.opened
  const { rows } = await sql<{ account_id: string }>`
    select account_id from desk_order_tag where order_id = ${one.id}`.execute(deps.database)
  await inTransaction(deps, (tx) => forgetNotesOf(tx, rows[0]?.account_id ?? ''))
  expect(await listed(`?q=${one.number}&tag=vip`)).toEqual([])
})

const form = (person: DeskPerson, url: string, fields: readonly (readonly [string, string])[]) =>
  api.inject({
    method: 'POST',
    url,
    headers: {
      cookie: person.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })

test('orders are selected, tagged and untagged by forms without scripts', async () => {
  const chosen = [['order', two.id] as const, ['order', three.id] as const]
  expect((await form(sam, '/desk/orders/tags', [])).body).toContain('Please choose an order.')
  expect((await form(sam, '/desk/orders/tags', chosen)).body).toContain('2 orders chosen')
  const wrong = await form(sam, '/desk/orders/tags', [...chosen, ['tag', '<b>'], ['change', 'add']])
  expect(wrong.body).toContain('A tag has letters, digits, spaces and hyphens.')
  expect(wrong.body).toContain('value="&lt;b&gt;"')
  const done = await form(sam, '/desk/orders/tags', [...chosen, ['tag', 'Box'], ['change', 'add']])
  expect(done.body).toContain('Tagged 2 orders as box')
  const shown = /name="shown" value="([^"]+)"/.exec(done.body)?.[1] ?? ''
  await form(sam, '/desk/orders/tags', [
    ['page', 'yes'],
    ['shown', shown],
    ['tag', 'box'],
    ['change', 'remove'],
  ])
  expect(await listed('?tag=box')).toEqual([])
})

test('packing slips of selected orders are one file and one log entry, and orders that cannot be packed are named', async () => {
  const slips = await form(sam, '/desk/orders/slips.pdf', [
    ['order', two.id],
    ['order', three.id],
  ])
  expect([slips.statusCode, slips.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(slips.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(await logOf('fulfillment')).toEqual(['sam (support) fulfillment.slips-printed'])
  const none = await form(sam, '/desk/orders/slips.pdf', [])
  expect([none.statusCode, none.body.includes('Please choose an order.')]).toEqual([400, true])
  await dario.post(`/api/desk/orders/${two.number}/ship/`, { carrier: 'ups', tracking: '1ZTAGS1' })
  const gone = await form(sam, '/desk/orders/slips.pdf', [['order', two.id]])
  expect(gone.body).toContain('Nothing of the chosen orders waits to be packed.')
  expect((await form(rita, '/desk/orders/slips.pdf', [['order', three.id]])).statusCode).toBe(404)
})

test('the next order of a list follows its filter and sort, also from an order that left the list', async () => {
  const step = async (number: string, query: string, person: DeskPerson = sam): Promise<string | null> =>
    (await person.get(`/api/desk/orders/${number}/neighbor/?${query}`)).json().number
  expect(await step(one.number, 'sort=placed&step=next')).toBe(two.number)
  expect(await step(three.number, 'sort=placed&step=next')).toBeNull()
  expect(await step(one.number, 'step=previous')).toBe(two.number)
  // The second one was shipped by the test before.
  expect(await step(one.number, 'sort=placed&state=to-ship&step=next')).toBe(three.number)
  expect(await step(two.number, 'sort=placed&state=to-ship&step=previous')).toBe(one.number)
  expect((await owner.get('/api/desk/orders/L000000000/neighbor/?step=next')).statusCode).toBe(404)
  const led = await sam.get(`/desk/orders/${one.number}/list/next?list=sort%3Dplaced`)
  expect([led.statusCode, led.headers.location]).toEqual([
    303,
    `/desk/orders/${two.number}?list=sort%3Dplaced`,
  ])
  const last = await sam.get(`/desk/orders/${three.number}/list/next?list=sort%3Dplaced`)
  expect((await sam.get(String(last.headers.location))).body).toContain('This is the last order of the list.')
  const page = (await sam.get(`/desk/orders/${two.number}?list=sort%3Dplaced`)).body
  expect(page).toContain(`href="/desk/orders/${two.number}/list/next?list=sort%3Dplaced"`)
  expect(page).toContain(`href="/desk/orders/${two.number}/refund?list=sort%3Dplaced"`)
})
