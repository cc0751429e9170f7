import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { closeDays } from '#report/server/close-days.ts'
import { staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { withCoupon } from '../support/coupons.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import { rawMovements } from './raw-movements.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
const june = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
const tomas = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
await shop.app.change(withCoupon('SPRING20'))
const guest = shop.visitor()
await guest.add('syn-rf')
await guest.enterCode('SPRING20')
await guest.checkout()
await shop.travelTo('2031-01-20')
await mara.make({ action: 'change-quantity', quantity: 2 })
await shop.travelTo('2031-02-10')
await june.call(cancelSubscription, { id: june.id })
await (await updateCardLink(shop, tomas)).pay('approve')
const { rows: placed } = await sql<{
  number: string
}>`select number from "order" order by placed_at limit 1`.execute(db)
await runShopCommand(shop, 'refund', placed[0]?.number ?? '', '--goodwill=12.50')
await shop.travelTo('2031-03-10')
await mara.make({ action: 'pause' })
await shop.travelTo('2031-03-20')

const people = new Map<StaffRole, DeskPerson>()
for (const role of staffRoles) people.set(role, await joinDesk(api, role))

const as = (role: StaffRole): DeskPerson => {
  const person = people.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}

interface Cell {
  readonly text: string
  readonly href: string | null
}
interface Row {
  readonly name: string
  readonly definition: string
  readonly cells: readonly Cell[]
}
interface Report {
  readonly steps: readonly { readonly name: string; readonly from_cents: number; readonly to_cents: number }[]
  readonly tables: readonly {
    readonly title: string
    readonly columns: readonly string[]
    readonly rows: readonly Row[]
  }[]
}

const report = async (part: string, from: string, to: string, role: StaffRole = 'finance'): Promise<Report> =>
  (await as(role).get(`/api/desk/report/${part}/?from=${from}&to=${to}`)).json()

const rowOf = ({ tables }: Report, table: number, name: string): Row => {
  const row = tables[table]?.rows.find((one) => one.name === name)
  if (!row) throw new Error(`there is no row ${name}`)
  return row
}

const textsOf = (row: Row): string[] => row.cells.map(({ text }) => text)

/** Cents of an amount as people read it. */
const centsOf = (text: string): number =>
  Math.round(Number(text.replaceAll(/[$,+]/g, '').replace('−', '-')) * 100)

/** All rows that a number opens, two at a time. */
const rowsBehind = async (href: string | null) => {
  const query = (href ?? '').split('?')[1] ?? ''
  const rows: { count: number; amount: string; href: string; name: string }[] = []
  for (let after: string | null = ''; after !== null;) {
    const place: string = after ? `&after=${encodeURIComponent(after)}` : ''
    const page = (await as('finance').get(`/api/desk/report-rows/?${query}&limit=2${place}`)).json()
    rows.push(...page.rows)
    after = page.older
  }
  return rows
}

const sumOf = (rows: readonly { amount: string }[]): number =>
  rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)

const months = ['2031-01', '2031-02', '2031-03']

test('each movement of recurring revenue equals the sum of raw rows, month by month, and links to exactly those rows', async () => {
  const [raw, shown] = [await rawMovements(db), await report('revenue', '2031-01', '2031-03')]
  expect(new Set(raw.map(({ kind }) => kind)).size).toBe(5)
  for (const name of ['New', 'Reactivated', 'Expansion', 'Contraction', 'Churn']) {
    const row = rowOf(shown, 1, name)
    for (const [at, month] of months.entries()) {
      const expected = raw.filter((one) => one.kind === name && one.month === month)
      const cents = expected.reduce((sum, one) => sum + one.cents, 0)
      const cell = row.cells[at]
      const rows = await rowsBehind(cell?.href ?? null)
      expect([name, month, centsOf(cell?.text ?? ''), rows.length, sumOf(rows)]).toEqual([
        name,
        month,
        cents,
        expected.length,
        cents,
      ])
    }
    const all = raw.filter((one) => one.kind === name)
    expect(textsOf(rowOf(shown, 0, name))[0]).toBe(String(all.length))
  }
  const closing = rowOf(shown, 0, 'Closing').cells[1]
  const total = raw.reduce((sum, { cents }) => sum + cents, 0)
  expect([centsOf(closing?.text ?? ''), sumOf(await rowsBehind(closing?.href ?? null))]).toEqual([
    total,
    total,
  ])
  // The drawing has the same steps: each begins where the one before ends.
  const { steps } = shown
  expect(steps.at(-1)).toMatchObject({ name: 'Closing', from_cents: 0, to_cents: total })
  for (const [at, step] of steps.slice(1, -1).entries()) expect(step.from_cents).toBe(steps[at]?.to_cents)
})

test('a period is compared with the previous period of the same length', async () => {
  const march = await report('revenue', '2031-03', '2031-03')
  const february = await report('revenue', '2031-02', '2031-02')
  for (const name of ['Opening', 'New', 'Churn', 'Closing']) {
    const [, now, before, difference] = textsOf(rowOf(march, 0, name))
    expect(before).toBe(textsOf(rowOf(february, 0, name))[1])
    expect(centsOf(difference ?? '')).toBe(centsOf(now ?? '') - centsOf(before ?? ''))
  }
})

test('orders, refunds, declined renewals and cohorts equal the sums of raw rows', async () => {
  const orders = await report('orders', '2031-01', '2031-03')
  const { rows: raw } = await sql<{ kind: string; n: number; cents: number }>`
    select kind, count(*)::int as n, sum(total_cents)::int as cents from "order" group by 1`.execute(db)
  for (const [name, kind] of [
    ['Purchases', 'purchase'],
    ['Renewals', 'renewal'],
  ] as const) {
    const [count, cents] = rowOf(orders, 0, name).cells
    const expected = raw.find((one) => one.kind === kind)
    expect([count?.text, centsOf(cents?.text ?? '')]).toEqual([String(expected?.n), expected?.cents])
    const rows = await rowsBehind(cents?.href ?? null)
    expect([rows.length, sumOf(rows)]).toEqual([expected?.n, expected?.cents])
  }
  const refunds = rowOf(orders, 0, 'Refunds').cells
  expect(textsOf({ name: '', definition: '', cells: refunds }).slice(0, 2)).toEqual(['1', '$12.50'])
  expect(await rowsBehind(refunds[1]?.href ?? null)).toMatchObject([
    { amount: '12.50', name: placed[0]?.number },
  ])

  const declined = await report('declined', '2031-01', '2031-03')
  const { rows: cases } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from dunning_case group by 1`.execute(db)
  const inState = (state: string): number => cases.find((one) => one.state === state)?.n ?? 0
  expect([inState('recovered'), inState('ended')]).toEqual([1, 1])
  const [count, cents] = rowOf(declined, 0, 'Paid by the link of a mail').cells
  expect([count?.text, cents?.text]).toEqual(['1', '$49.99'])
  expect(await rowsBehind(cents?.href ?? null)).toMatchObject([{ amount: '49.99' }])
  expect(textsOf(rowOf(declined, 0, 'All declined'))[0]).toBe('2')

  const cohorts = await report('cohorts', '2031-01', '2031-03')
  const january = rowOf(cohorts, 0, 'Jan 2031')
  // At the end of February one was canceled, and one failed and did not come back.
  const { rows: live } = await sql<{ n: number }>`select count(*)::int as n from (
    select distinct on (subscription_id) state from subscription_status where at < '2031-03-01T05:00:00Z'
    order by subscription_id, version desc) latest where state in ('active', 'paused', 'future')`.execute(db)
  // Of five.
  expect(textsOf(january)).toEqual(['5', '100.0 %', `${((live[0]?.n ?? 0) * 20).toFixed(1)} %`, ''])
  expect(live[0]?.n).toBe(3)
  const liveRows = await rowsBehind(january.cells[2]?.href ?? null)
  expect(liveRows.reduce((sum, { count: change }) => sum + change, 0)).toBe(live[0]?.n)
})

test('a coupon row shows uses and discount, and links to the coupon page', async () => {
  const coupons = await report('coupons', '2031-01', '2031-03')
  const { rows: raw } = await sql<{ uses: number; cents: number }>`select
    (select count(*)::int from coupon_redemption where coupon_code = 'SPRING20' and state = 'committed') as uses,
    (select sum(cents)::int from ledger_posting where account = 'discounts' and detail = 'SPRING20') as cents`.execute(
    db,
  )
  const [uses, taken] = rowOf(coupons, 0, 'SPRING20').cells
  expect([uses, centsOf(taken?.text ?? '')]).toEqual([
    { text: String(raw[0]?.uses), href: '/desk/coupons/codes/SPRING20' },
    raw[0]?.cents,
  ])
  expect(raw).toEqual([{ uses: 1, cents: 1000 }])
})

test('the forecast subtracts the coming renewals from the stock', async () => {
  const { tables } = await report('stock', '2031-03', '2031-03')
  const { rows: due } = await sql<{ product: string; units: number }>`
    select stock_product as product, sum(stock_quantity * quantity)::int as units from subscription s
    join plan on plan.code = s.plan_code where s.state = 'active' and next_order_on < '2031-03-27' group by 1`.execute(
    db,
  )
  const { rows: stock } = await sql<{ product: string; available: number }>`select * from stock`.execute(db)
  expect(tables[0]?.rows.map(({ name }) => name).toSorted()).toEqual(
    stock.map(({ product }) => product).toSorted(),
  )
  for (const { product, available } of stock) {
    const units = due.find((one) => one.product === product)?.units ?? 0
    const texts = textsOf(rowOf({ steps: [], tables }, 0, product))
    expect([texts[0], texts[2]]).toEqual([
      available.toLocaleString('en-US'),
      `${(available - units).toLocaleString('en-US')} (${units})`,
    ])
  }
})

test('day totals change no number, and every page and file of the report can be read', async () => {
  const parts = ['revenue', 'orders', 'cohorts', 'declined', 'buying', 'coupons', 'stock']
  const read = () => Promise.all(parts.map((part) => report(part, '2031-01', '2031-03')))
  const before = await read()
  await sql`update report_closing set through = null`.execute(db)
  expect(await read()).toEqual(before)
  const { rows } = await sql<{ through: string | null }>`select through::text from report_closing`.execute(db)
  expect(rows).toEqual([{ through: null }])
  for (let looks = 0; looks < 20; looks += 1) await closeDays(shop.app.deps)
  expect(await read()).toEqual(before)
  for (const part of parts) {
    const page = await as('read-only').get(`/desk/report/${part}?from=2031-01&to=2031-03`)
    expect([part, page.statusCode]).toEqual([part, 200])
    const file = await as('read-only').get(`/desk/report/${part}/report.csv?from=2031-01&to=2031-03`)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body.split('\n').length).toBeGreaterThan(2)
  }
  const rowsPage = await as('finance').get(
    '/desk/report/rows?number=churn&from=2031-01&to=2031-03&currency=USD',
  )
  expect(rowsPage.body).toContain('/desk/subscriptions/')
  expect((await as('finance').get('/desk/report/rows.csv?number=new&to=2031-03')).body).toContain(
    'new, active',
  )
})

test('a role without orders gets their number and not their rows, and nobody gets a name', async () => {
  const { tables } = await report('orders', '2031-01', '2031-03', 'marketing')
  expect(tables[0]?.rows.flatMap(({ cells }) => cells.map(({ href }) => href)).filter(Boolean)).toEqual([])
  const rows = '/api/desk/report-rows/?number=orders&kind=renewal&to=2031-03'
  expect((await as('marketing').get(rows)).statusCode).toBe(404)
  expect((await as('support').get(rows)).statusCode).toBe(200)
  const { rows: accounts } = await sql<{ email: string }>`select email from account`.execute(db)
  for (const path of [rows, '/api/desk/report-rows/?number=churn&to=2031-03', '/api/desk/report/declined/']) {
    const { body } = await as('read-only').get(path)
    for (const { email } of accounts) expect(body).not.toContain(email)
  }
})

test('invalid months are refused with a sentence, also on the page', async () => {
  const answer = await as('finance').get('/api/desk/report/revenue/?from=2031-03&to=2031-01')
  expect([answer.statusCode, answer.json().fields?.from]).toEqual([
    400,
    'Please choose from 1 to 24 months, the earlier one first.',
  ])
  const page = await as('finance').get('/desk/report/revenue?from=2031-03&to=2031-01')
  expect(page.body).toContain('Please choose from 1 to 24 months, the earlier one first.')
  expect((await as('finance').get('/desk/report/nothing')).statusCode).toBe(404)
  expect((await as('finance').get('/desk/report/rows?number=nothing&to=2031-01')).statusCode).toBe(404)
})
