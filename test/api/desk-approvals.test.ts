import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const fay = await joinDesk(api, 'finance', 'fay')
const rita = await joinDesk(api, 'read-only', 'rita')

/** 2 × 134.97 = 269.94, which is above what support refunds. */
const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf-3mo')
  await visitor.add('syn-rf-3mo')
  const { order } = await visitor.checkout()
  return order?.number ?? ''
}

const ask = (number: string, requestId: string = shop.app.deps.ids.uuid(), amount = '269.94') =>
  sam.post(`/api/desk/orders/${number}/refund/approval/`, {
    everything: true,
    amount,
    reason: 'Both jars were broken.',
    request_id: requestId,
  })

const requested = async (number: string): Promise<string> => (await ask(number)).json().id

const decide = (person: DeskPerson, id: string, decision: string, note = '') =>
  person.post(`/api/desk/approvals/${id}/decide/`, { decision, note })

const refundedOf = async (number: string): Promise<string> =>
  (await owner.get(`/api/desk/orders/${number}/`)).json().refunded

const actionsOf = async (number: string): Promise<string[]> => {
  const { entries } = (await owner.get(`/api/desk/team/log/?subject=order:${number}`)).json()
  return entries.map(({ action, actor }: Record<string, string>) => `${actor} ${action}`)
}

test('support requests a refund above its limit, another person approves it with a passkey, and every step is in the log', async () => {
  const number = await buy()
  const id = await requested(number)
  expect(await refundedOf(number)).toBe('0.00')
  const rows = (await dario.get('/api/desk/tasks/approval-waiting/')).json().rows
  expect(rows).toContainEqual(
    expect.objectContaining({
      href: `/desk/approvals/${id}`,
      text: `Refund of order ${number}`,
      amount: { currency: 'USD', amount: '269.94' },
    }),
  )
  expect((await dario.get(`/api/desk/approvals/${id}/`)).json()).toMatchObject({
    state: 'open',
    requested_by: 'sam',
    refusal: null,
    action: `approve ${id}`,
    reason: 'Both jars were broken.',
  })
  expect((await decide(dario, id, 'approve')).json().code).toBe('PROOF_REQUIRED')
  await dario.confirm(`approve ${id}`)
  const done = await decide(dario, id, 'approve')
  expect([done.statusCode, done.json().text]).toEqual([200, 'The refund was made.'])
  expect(await refundedOf(number)).toBe('269.94')
  const actions = await actionsOf(number)
  expect(actions).toContain('sam (support) approval.requested')
  expect(actions).toContain('dario (operations) approval.approved')
  expect(actions).toContain('dario (operations) order.refunded')
  expect((await dario.get('/api/desk/tasks/approval-waiting/')).json().rows).toEqual([])
  await expectConsistent(shop)
})

test('approving an own request, a request within the limit, or without the right is refused with a sentence', async () => {
  const number = await buy()
  const id = await requested(number)
  const own = await decide(sam, id, 'approve')
  expect([own.statusCode, own.json().detail]).toEqual([409, expect.stringContaining('You requested it')])
  const sue = await joinDesk(api, 'support', 'sue')
  for (const decision of ['approve', 'refuse']) {
    const other = await decide(sue, id, decision)
    expect([other.statusCode, other.json().detail]).toEqual([
      409,
      expect.stringContaining('Operations, finance or an owner decides.'),
    ])
  }
  expect((await rita.get(`/desk/approvals/${id}`)).statusCode).toBe(404)
  const within = await dario.post(`/api/desk/orders/${number}/refund/approval/`, {
    everything: true,
    amount: '269.94',
    reason: 'Both were broken.',
    request_id: shop.app.deps.ids.uuid(),
  })
  expect(within.json().detail).toContain('within your limit')
  expect((await decide(fay, id, 'withdraw')).statusCode).toBe(409)
  expect((await decide(sam, id, 'withdraw')).json().text).toBe('It is withdrawn.')
  expect((await decide(owner, id, 'approve')).json().detail).toContain('withdrawn by the person who asked')
  expect(await refundedOf(number)).toBe('0.00')
})

test('the same form makes one request, and a refused request shows who refused it and why', async () => {
  const number = await buy()
  const requestId = shop.app.deps.ids.uuid()
  const both = await Promise.all([ask(number, requestId), ask(number, requestId)])
  expect(both[0]?.json().id).toBe(both[1]?.json().id)
  expect((await ask(number, shop.app.deps.ids.uuid(), '1.00')).json().code).toBe('TOTAL_CHANGED')
  const id: string = both[0]?.json().id
  expect((await decide(fay, id, 'refuse', 'Send new jars instead.')).statusCode).toBe(200)
  expect((await sam.get(`/desk/approvals/${id}`)).body).toContain('Send new jars instead.')
  await owner.confirm(`approve ${id}`)
  expect((await decide(owner, id, 'approve')).json().detail).toContain('It was refused before. fay did.')
  expect((await actionsOf(number)).filter((action) => action.endsWith('approval.requested'))).toHaveLength(1)
})

test('two people approving a refund at once make one refund, and the second sees who was first', async () => {
  const number = await buy()
  const id = await requested(number)
  await Promise.all([dario.confirm(`approve ${id}`), owner.confirm(`approve ${id}`)])
  const both = await Promise.all([decide(dario, id, 'approve'), decide(owner, id, 'approve')])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().detail).toMatch(
    /It was approved before\. (dario|olive) did\./,
  )
  expect((await actionsOf(number)).filter((action) => action.endsWith('order.refunded'))).toHaveLength(1)
  // Who refuses it a moment later reads who was first, and has the reason to copy.
  const typed = { decision: 'refuse', note: 'Send new jars first.' }
  const late = await fay.form(`/desk/approvals/${id}`, typed)
  expect(late).toContain('It was approved before.')
  expect(late).toContain('You wrote: “<!-- -->Send new jars first.')
  await expectConsistent(shop)
})

test('an approval whose order changed since the request refunds nothing, and the request can still be refused', async () => {
  const number = await buy()
  const id = await requested(number)
  const some = await dario.post(`/api/desk/orders/${number}/refund/`, {
    units: [{ position: 0, quantity: 1 }],
    amount: '134.97',
    reason: 'One was broken.',
    request_id: shop.app.deps.ids.uuid(),
  })
  expect(some.statusCode).toBe(200)
  await owner.confirm(`approve ${id}`)
  const late = await decide(owner, id, 'approve')
  expect([late.statusCode, late.json().code]).toEqual([409, 'TOTAL_CHANGED'])
  expect((await owner.get(`/desk/approvals/${id}`)).body).toContain('Refuse it; it can be asked for again.')
  expect(await refundedOf(number)).toBe('134.97')
  expect((await decide(owner, id, 'refuse')).statusCode).toBe(200)
})

test('a request of a kind that only a newer release knows is listed and cannot be decided', async () => {
  const id = await requested(await buy())
  const stored = (kind: string) =>
    sql`update desk_approval set kind = ${kind} where id = ${id}`.execute(shop.app.database.kysely)
  await sql`alter table desk_approval drop constraint desk_approval_kind_check,
    drop constraint desk_approval_of_order`.execute(shop.app.database.kysely)
  await stored('voucher')
  const { approvals } = (await dario.get('/api/desk/approvals/')).json()
  expect(approvals).toContainEqual(expect.objectContaining({ id, kind: 'newer', state: 'open' }))
  for (const path of ['/desk', '/desk/tasks/approval-waiting'])
    expect([path, (await dario.get(path)).statusCode]).toEqual([path, 200])
  for (const path of ['/desk/approvals', `/desk/approvals/${id}`]) {
    const page = await dario.get(path)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('equest of a newer release')])
  }
  for (const decision of ['approve', 'refuse']) {
    const decided = await decide(dario, id, decision)
    expect([decided.statusCode, decided.json().detail]).toEqual([
      409,
      expect.stringContaining('only that release can show and decide it'),
    ])
  }
  expect((await dario.get(`/api/desk/approvals/${id}/`)).json().state).toBe('open')
  await stored('refund')
  expect((await decide(dario, id, 'refuse')).statusCode).toBe(200)
})

test('an expired request cannot be approved and leaves the worklist', async () => {
  const number = await buy()
  const id = await requested(number)
  await sql`update desk_approval set expires_at = requested_at where id = ${id}`.execute(
    shop.app.database.kysely,
  )
  expect((await dario.get('/api/desk/tasks/approval-waiting/')).json().rows).toEqual([])
  await dario.confirm(`approve ${id}`)
  const late = await decide(dario, id, 'approve')
  expect([late.statusCode, late.json().detail]).toEqual([409, expect.stringContaining('It expired')])
  expect((await dario.get(`/api/desk/approvals/${id}/`)).json().state).toBe('expired')
  expect(await refundedOf(number)).toBe('0.00')
})

test('an import that ships more than a hundred orders starts only with a second person’s approval', async () => {
  const bought = await buy()
  // Parts of one order: by what is known before, each of them would ship.
  const rows = Array.from({ length: 101 }, (_, at) => `${bought},ups,1ZMANY${at},syn-rf-3mo:1`)
  const file = Buffer.from(['order,carrier,tracking,lines', ...rows].join('\n')).toString('base64')
  const { id } = (await sam.post('/api/desk/tracking-imports/', { file_name: 'many.csv', file })).json()
  expect((await sam.get(`/api/desk/tracking-imports/${id}/`)).json()).toMatchObject({
    ships: 101,
    needs_second: true,
  })
  const alone = await sam.post(`/api/desk/tracking-imports/${id}/apply/`, {})
  expect([alone.statusCode, alone.json().detail]).toEqual([
    409,
    expect.stringContaining('needs a second person'),
  ])
  const request = { request_id: shop.app.deps.ids.uuid(), reason: 'The boxes left today.' }
  const { id: approval } = (await sam.post(`/api/desk/tracking-imports/${id}/approval/`, request)).json()
  expect((await decide(fay, approval, 'approve')).json().detail).toContain('Operations or an owner')
  const both = await Promise.all([decide(dario, approval, 'approve'), decide(owner, approval, 'approve')])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await shop.settled()
  expect((await sam.get(`/api/desk/tracking-imports/${id}/`)).json()).toMatchObject({
    state: 'finished',
    done: 101,
  })
})
