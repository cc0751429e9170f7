import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { staffRoles } from '#shared/staff.ts'
import { workKindsFor } from '#desk/rules/work-kinds.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const plan = 'monthly refill'
await shop.member({ plan })
await shop.member({ plan })
await shop.member({ plan, card: 'renewal-no-funds' })
await shop.member({ plan, card: 'renewal-stolen' })
const skipping = await subscriptionClient(await shop.member({ plan }))
await skipping.make({ action: 'skip' })
const pausing = await subscriptionClient(await shop.member({ plan }))
await pausing.make({ action: 'pause' })
await shop.travelTo('2031-02-06')

// After the journey in time: a session at the desk ends within hours.
const people = {
  owner: await joinDesk(api, 'owner'),
  support: await joinDesk(api, 'support'),
  marketing: await joinDesk(api, 'marketing'),
  'read-only': await joinDesk(api, 'read-only'),
  operations: await joinDesk(api, 'operations'),
  finance: await joinDesk(api, 'finance'),
}

interface Work {
  readonly kind: string
  readonly count: number
  readonly sums: readonly { readonly currency: string; readonly amount: string }[]
  readonly due_at: string | null
}

const home = async (role: keyof typeof people) => (await people[role].get('/api/desk/home/')).json()

const workOf = async (role: keyof typeof people, kind: string): Promise<Work | undefined> =>
  (await home(role)).work.find((one: Work) => one.kind === kind)

const cents = (amount: string): number => Math.round(Number(amount) * 100)

test('the totals of the last renewal run equal an independent sum of its charges, to the cent', async () => {
  const { run } = await home('finance')
  const row = (outcome: string) => run.rows.find((one: { outcome: string }) => one.outcome === outcome)
  // From the charges alone, without runs, cycles and orders.
  const { rows } = await sql<{ state: string; count: number; cents: number }>`
    select state, count(*)::int as count, sum(amount_cents)::int as cents from charge
    where purpose = 'renewal' group by state`.execute(db)
  const charged = rows.find(({ state }) => state === 'succeeded')
  const declined = rows.find(({ state }) => state === 'declined')
  expect([row('billed').count, cents(row('billed').sums[0].amount)]).toEqual([charged?.count, charged?.cents])
  const refused = [row('dunned'), row('ended')]
  expect(refused.map(({ count }) => count)).toEqual([1, 1])
  expect(cents(refused[0].sums[0].amount) + cents(refused[1].sums[0].amount)).toBe(declined?.cents)
  expect([row('skipped').count, row('paused').count]).toEqual([1, 1])
  expect(run.due).toBe(6)
  expect(cents(run.due_sums[0].amount)).toBe((charged?.cents ?? 0) + (declined?.cents ?? 0))
  expect([run.missing, run.missing_sums]).toEqual([0, [{ currency: 'USD', amount: '0.00' }]])
})

test('every number of the renewal run links to its rows', async () => {
  const { run } = await home('finance')
  for (const { outcome, count } of run.rows) {
    const list = (await people.finance.get(`/api/desk/renewals/${run.id}/?outcome=${outcome}`)).json()
    expect([outcome, list.entries.length]).toEqual([outcome, count])
  }
})

test('a charge that is one cent below its quote is reported as not accounted for', async () => {
  await sql`update charge set amount_cents = amount_cents - 1 where id in
    (select id from charge where purpose = 'renewal' and state = 'succeeded' limit 1)`.execute(db)
  const { run } = await home('finance')
  expect([run.missing, run.missing_sums]).toEqual([0, [{ currency: 'USD', amount: '0.01' }]])
})

test('an item that needs staff is on the worklist with its rows, and leaves the list when resolved', async () => {
  await shop.setStock('ds-01', -4)
  const backorder = await workOf('operations', 'backorder')
  expect(backorder?.count).toBe(1)
  const { rows } = (await people.operations.get('/api/desk/tasks/backorder/')).json()
  expect(rows.map(({ text }: { text: string }) => text)).toEqual(['ds-01: 4 units below zero'])
  await shop.setStock('ds-01', 100)
  expect(await workOf('operations', 'backorder')).toBeUndefined()
})

test('the worklist counts a payment without a result with its sum, a parked renewal and a dead job', async () => {
  await sql`update charge set state = 'unknown', settled_at = null, next_check_at = '2031-03-01' where id in
    (select id from charge where purpose = 'purchase' order by id limit 1)`.execute(db)
  await sql`insert into parked_subscription (subscription_id, account_id, parked_at, reason, step)
    select id, account_id, '2031-02-06T00:00:00Z', 'It failed.', 'open' from subscription limit 1`.execute(db)
  await sql`insert into pgboss.job (name, data) values
    ('shop-dead', '{"kind": "mail: refund", "payload": {}}'),
    ('shop-dead', '{"kind": "analytics: report", "payload": {}}')`.execute(db)
  const kinds = ['payment-unknown', 'renewal-parked', 'mail-failed', 'job-failed']
  for (const kind of kinds) {
    expect([kind, (await workOf('owner', kind))?.count]).toEqual([kind, 1])
    const list = (await people.owner.get(`/api/desk/tasks/${kind}/`)).json()
    expect([kind, list.rows.length]).toEqual([kind, 1])
  }
  const { rows } = await sql<{ cents: number }>`select amount_cents as cents from charge
    where state = 'unknown'`.execute(db)
  expect(cents((await workOf('owner', 'payment-unknown'))?.sums[0]?.amount ?? '')).toBe(rows[0]?.cents)
})

test('the desk menu shows the open items of each role, counted at most twice a minute', async () => {
  const counts = async (role: keyof typeof people) =>
    (await people[role].get('/api/desk/counts/')).json().places
  // Shipments of the journey in time are silent; nothing else is work at a place of its own.
  const silent = (await workOf('support', 'shipment-silent'))?.count ?? 0
  expect(await counts('owner')).toEqual([
    { href: '/desk', count: 5, is_urgent: true },
    { href: '/desk/orders', count: 1 + silent, is_urgent: true },
  ])
  expect(await counts('read-only')).toEqual([
    { href: '/desk', count: 1, is_urgent: true },
    { href: '/desk/orders', count: 1, is_urgent: true },
  ])
  expect(await counts('marketing')).toEqual([])
  await shop.setStock('ds-01', -4)
  expect(await counts('owner')).toHaveLength(2)
  // The list brings its own counts.
  await home('owner')
  expect(await counts('owner')).toContainEqual({ href: '/desk/stock', count: 1, is_urgent: false })
  await shop.setStock('ds-01', 100)
  expect((await people.owner.get('/desk/orders')).body).toMatch(/href="\/desk\/orders"[^>]*aria-describedby/)
})

test('each role sees its own kinds of work, and gets 404 for the others', async () => {
  for (const role of staffRoles) {
    const { work, run } = await home(role)
    const kinds = workKindsFor(role)
    for (const { kind } of work) expect(kinds).toContain(kind)
    for (const kind of ['dispute', 'backorder', 'job-failed', 'payment-unknown'] as const) {
      const { statusCode } = await people[role].get(`/api/desk/tasks/${kind}/`)
      expect([role, kind, statusCode]).toEqual([role, kind, kinds.includes(kind) ? 200 : 404])
    }
    expect([role, run === null]).toEqual([role, role === 'marketing'])
  }
  expect((await people.owner.get('/api/desk/tasks/constructor/')).statusCode).toBe(400)
})

test('the home page shows the run and the worklist to each role', async () => {
  const page = await people.owner.get('/desk')
  expect(page.statusCode).toBe(200)
  for (const text of [
    '1 payment without a known result',
    '1 renewal is parked',
    '1 mail was given up',
    'Not accounted for',
  ])
    expect(page.body).toContain(text)
  expect((await people.marketing.get('/desk')).body).toContain('Nothing needs you now.')
  expect((await people.support.get('/desk/tasks/dispute')).statusCode).toBe(404)
})

test('orders to pack are those whose shipping days have begun', async () => {
  expect(await workOf('operations', 'shipment-to-pack')).toBeUndefined()
  await sql`update "order" set ship_on = '2031-02-06' where id in
    (select id from "order" where state = 'placed' limit 1)`.execute(db)
  expect((await workOf('operations', 'shipment-to-pack'))?.count).toBe(1)
  const { rows } = (await people.operations.get('/api/desk/tasks/shipment-to-pack/')).json()
  expect(rows.map(({ href }: { href: string }) => href)).toEqual([
    expect.stringMatching(/^\/desk\/orders\/L\w+$/),
  ])
})
