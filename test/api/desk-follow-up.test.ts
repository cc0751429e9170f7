import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { openTestApi } from './test-api.ts'
import { joinDesk } from './desk-person.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const support = await joinDesk(api, 'support', 'sam')
const operations = await joinDesk(api, 'operations', 'ines')
const finance = await joinDesk(api, 'finance', 'olu')
const owner = await joinDesk(api, 'owner', 'olive')

const buy = async (units = 1) => {
  const visitor = shop.visitor()
  for (let count = 0; count < units; count += 1) await visitor.add('syn-rf')
  await visitor.checkout({})
  const member = await shop.asMember(visitor)
  const [order] = await member.orders()
  if (!order) throw new Error('nothing was bought')
  const { account_id: accountId } = await db
    .selectFrom('order')
    .select('account_id')
    .where('number', '=', order.number)
    .executeTakeFirstOrThrow()
  return { number: order.number, accountId, member }
}

const actionsOf = async (subject: string): Promise<string[]> =>
  (await owner.get(`/api/desk/team/log/?subject=${subject}`))
    .json()
    .entries.map(({ action }: { action: string }) => action)

const ship = (number: string) =>
  operations.post(`/api/desk/orders/${number}/ship/`, { carrier: 'usps', tracking: `9400${number}` })

const again = { units: [{ position: 0, quantity: 1 }], reason: 'The package arrived broken' }
const sendAgain = (person: typeof support, number: string, request_id: string, more: object = {}) =>
  person.post(`/api/desk/orders/${number}/reship/`, { ...again, ...more, request_id })

test('of two staff who send a replacement for the same order at once, one succeeds, and the other gets the reason', async () => {
  const { number } = await buy()
  await ship(number)
  const send = (person: typeof support) => sendAgain(person, number, randomUUID())
  const answers = await Promise.all([send(support), send(operations)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain(
    'Nothing was sent twice',
  )
  const { shipments } = (await support.get(`/api/desk/orders/${number}/`)).json()
  expect(shipments.filter((one: { is_reship: boolean }) => one.is_reship)).toHaveLength(1)
  expect((await actionsOf(`order:${number}`)).filter((action) => action === 'order.reshipped')).toHaveLength(
    1,
  )
})

test('a replacement needs a shipped order and at most the bought quantity, and a refused one takes no stock', async () => {
  const { number } = await buy()
  const before = await db.selectFrom('stock').selectAll().orderBy('product').execute()
  const early = await sendAgain(support, number, randomUUID())
  expect([early.statusCode, early.json().detail]).toEqual([409, expect.stringContaining('not been shipped')])
  await ship(number)
  const many = await sendAgain(support, number, randomUUID(), { units: [{ position: 0, quantity: 2 }] })
  expect(many.statusCode).toBe(409)
  const [unit] = again.units
  const twice = await sendAgain(support, number, randomUUID(), { units: [unit, unit] })
  expect(twice.statusCode).toBe(409)
  expect(await db.selectFrom('stock').selectAll().orderBy('product').execute()).toEqual(before)
})

test('the same form sends a replacement once, also when it is sent again after that has shipped', async () => {
  const { number } = await buy()
  await ship(number)
  const form = randomUUID()
  const both = await Promise.all([sendAgain(support, number, form), sendAgain(support, number, form)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await operations.post(`/api/desk/orders/${number}/ship/`, { carrier: 'usps', tracking: `9401${number}` })
  expect((await sendAgain(support, number, form)).statusCode).toBe(200)
  const { shipments } = (await support.get(`/api/desk/orders/${number}/`)).json()
  expect(shipments.map((one: { is_reship: boolean; state: string }) => [one.is_reship, one.state])).toEqual([
    [false, 'shipped'],
    [true, 'shipped'],
  ])
  const logged = (await actionsOf(`order:${number}`)).filter((action) => action === 'order.reshipped')
  expect(logged).toHaveLength(1)
  const more = await sendAgain(support, number, form, { units: [{ position: 0, quantity: 2 }] })
  expect([more.statusCode, more.json().detail]).toEqual([409, expect.stringContaining('other units')])
  // Another order's form does nothing here, and says so.
  const other = await buy()
  await ship(other.number)
  expect((await sendAgain(support, other.number, form)).statusCode).toBe(400)
})

test('a note sent twice is stored once, its markup is shown as text, and it is on the order and member pages', async () => {
  const { number, accountId } = await buy()
  const note = {
    order_number: number,
    text: '<script>alert(1)</script>\nPrefers mail',
    request_id: api.opened.deps.ids.uuid(),
  }
  for (let count = 0; count < 2; count += 1)
    expect((await support.post('/api/desk/notes/', note)).statusCode).toBe(200)
  const { notes } = (await operations.get(`/api/desk/notes/?account_id=${accountId}`)).json()
  expect(notes.map(({ text, by }: { text: string; by: string }) => [text, by])).toEqual([[note.text, 'sam']])
  for (const path of [`/desk/orders/${number}`, `/desk/members/${accountId}`]) {
    const { body } = await operations.get(path)
    expect(body).not.toContain('<script>alert(1)')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  }
  expect((await actionsOf(`order:${number}`)).filter((action) => action === 'note.written')).toHaveLength(1)
  // Who cannot act for members does not know that there are notes.
  expect((await finance.get(`/desk/orders/${number}`)).body).not.toContain('Prefers mail')
})

test('an empty note and a note about an unknown subject are refused', async () => {
  const { number } = await buy()
  const id = api.opened.deps.ids.uuid()
  const empty = await support.post('/api/desk/notes/', { order_number: number, text: '  ', request_id: id })
  expect([empty.statusCode, empty.json().fields.text]).toEqual([400, 'Please write the note.'])
  const nobody = await support.post('/api/desk/notes/', { account_id: id, text: 'Hello', request_id: id })
  expect(nobody.statusCode).toBe(404)
})

test('a deleted account keeps no note and accepts none', async () => {
  const { accountId, member } = await buy()
  const write = () =>
    support.post('/api/desk/notes/', {
      account_id: accountId,
      text: 'Moved to Oakland',
      request_id: api.opened.deps.ids.uuid(),
    })
  expect((await write()).statusCode).toBe(200)
  const data = await member.client.call(exportUser, {})
  expect(JSON.stringify(data)).toContain('Moved to Oakland')
  await (await subscriptionClient(member)).make({ action: 'cancel' })
  await member.client.call(deleteAccount, { email: member.email })
  expect((await operations.get(`/api/desk/notes/?account_id=${accountId}`)).json().notes).toEqual([])
  expect((await write()).statusCode).toBe(404)
})

test('a part of an order ships with its own tracking number while the rest waits, and an unknown part is refused', async () => {
  const { number } = await buy(2)
  const send = (tracking: string, units: readonly object[]) =>
    operations.post(`/api/desk/orders/${number}/ship/`, { carrier: 'usps', tracking, units })
  const three = await send('94001', [{ position: 0, quantity: 3 }])
  expect([three.statusCode, three.json().code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
  expect((await send('94001', [{ position: 7, quantity: 1 }])).statusCode).toBe(400)
  expect((await send('94001', [{ position: 0, quantity: 1 }])).statusCode).toBe(200)
  const view = async () => (await operations.get(`/api/desk/orders/${number}/`)).json()
  const shown = async () =>
    (await view()).shipments.map(({ state, tracking }: { state: string; tracking: string | null }) => [
      state,
      tracking,
    ])
  expect((await shown()).toSorted()).toEqual([
    ['pending', null],
    ['shipped', '94001'],
  ])
  expect((await view()).state).toBe('placed')
  expect((await send('94002', [])).statusCode).toBe(200)
  expect((await view()).state).toBe('shipped')
})
