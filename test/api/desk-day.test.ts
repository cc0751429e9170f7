import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { allows, staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

/** A refill of 49.99 with its subscription. */
const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
}

/** The same from Germany: 46.99 + 9.00 = €55.99. */
const buyInEuros = async () => {
  const visitor = shop.visitor('DE', 'XX')
  visitor.client.jar.delete('loam_currency')
  await visitor.add('syn-rf')
  await visitor.checkout({ place: 'berlin' })
}

const hours = (count: number) => shop.advanceSeconds(count * 3600)

// Days begin at midnight of the shop. What comes after six in the morning is later than the time that is compared.
await shop.travelTo('2031-01-14')
await buy()
await hours(10)
await buy()
await shop.travelTo('2031-01-20')
await buyInEuros()
await hours(12)
await buy()
await shop.travelTo('2031-01-21')
const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
await hours(6)
await buyInEuros()
await mara.call(cancelSubscription, { id: mara.id })
const { rows: placed } = await sql<{ number: string }>`
  select number from "order" where account_id = (select account_id from subscription where id = ${mara.id})`.execute(
  db,
)
await runShopCommand(shop, 'refund', placed[0]?.number ?? '', '--goodwill=12.50')
await shop.settled()

const people = new Map<StaffRole, DeskPerson>()
for (const role of staffRoles) people.set(role, await joinDesk(api, role))

const as = (role: StaffRole): DeskPerson => {
  const person = people.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}

interface Row {
  readonly name: string
  readonly figures: readonly {
    readonly count: number | null
    readonly sums: readonly { readonly currency: string; readonly amount: string }[]
  }[]
  readonly href: string | null
  readonly line: { readonly today: readonly number[]; readonly yesterday: readonly number[] }
}

const dayOf = async (role: StaffRole): Promise<{ days: string[]; rows: Row[] } | null> =>
  (await as(role).get('/api/desk/home/')).json().day

const textOf = ({ count, sums }: Row['figures'][number]): string =>
  count === null ? sums.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') : String(count)

test('the day figures compare today with yesterday and last week until the same time, for each currency', async () => {
  const day = await dayOf('finance')
  expect(day?.days).toEqual(['2031-01-21', '2031-01-20', '2031-01-14'])
  expect(day?.rows.map(({ name, figures }) => [name, ...figures.map(textOf)])).toEqual([
    // Today Mara’s and one in euros; before six yesterday one in euros, last week one in dollars.
    ['Orders placed', '2', '1', '1'],
    ['Paid', '49.99 USD', '0.00 USD', '49.99 USD'],
    ['Paid', '55.99 EUR', '55.99 EUR', '0.00 EUR'],
    // Each order began a subscription.
    ['Subscriptions started', '2', '1', '1'],
    ['Subscriptions ended', '1', '0', '0'],
    ['Refunded', '12.50 USD', '0.00 USD', '0.00 USD'],
  ])
})

test('the chart line of yesterday runs to the end of the day, and that of today to now', async () => {
  const row = (await dayOf('finance'))?.rows.find(({ name }) => name === 'Orders placed')
  // Mara at midnight, and the order at six.
  expect(row?.line.today).toEqual([1, 1, 1, 1, 1, 1, 2])
  // One at midnight, and one at noon.
  expect([row?.line.yesterday[11], row?.line.yesterday[12], row?.line.yesterday[23]]).toEqual([1, 2, 2])
})

test('each figure of today links to exactly its rows', async () => {
  const rows = (await dayOf('finance'))?.rows ?? []
  const opened: string[] = []
  for (const { name, href, figures } of rows) {
    const [path, query] = (href ?? '').split('?')
    const isReport = path === '/desk/report/rows'
    const list = (
      await as('finance').get(`${isReport ? '/api/desk/report-rows/' : '/api/desk/orders/'}?${query}`)
    ).json()
    const found: { readonly amount: string }[] = isReport ? list.rows : list.orders
    const sum = figures[0]?.sums[0]
    opened.push(
      `${name}: ${sum ? `${found.map(({ amount }) => amount).join('+')} ${sum.currency}` : found.length}`,
    )
  }
  expect(opened).toEqual([
    'Orders placed: 2',
    'Paid: 49.99 USD',
    'Paid: 55.99 EUR',
    'Subscriptions started: 2',
    'Subscriptions ended: 1',
    'Refunded: 12.50 USD',
  ])
})

test('a role without the report gets no figures, a role without orders gets no links, and nobody gets a name', async () => {
  for (const role of staffRoles) {
    const day = await dayOf(role)
    expect([role, day !== null]).toEqual([role, allows(role, 'report:read')])
    const toOrders = (day?.rows ?? []).filter(({ href }) => /orders/.test(href ?? ''))
    expect([role, toOrders.length]).toEqual([role, allows(role, 'orders:read') ? 4 : 0])
    expect(JSON.stringify(day)).not.toMatch(/@|Mara|buyer/)
  }
})

test('the home page shows the day and explains its figures, also to roles without orders', async () => {
  for (const role of ['operations', 'marketing'] as const) {
    const { body } = await as(role).get('/desk')
    for (const text of ['The day so far', 'Last Tuesday', 'Until 6:0', '€55.99', 'What the figures mean'])
      expect([role, text, body.includes(text)]).toEqual([role, text, true])
    expect([role, body.includes('/desk/orders?from=2031-01-21')]).toEqual([role, role === 'operations'])
  }
  const rows = '/desk/report/rows?number=ended&from=2031-01-21&to=2031-01-21'
  expect((await as('marketing').get(rows)).body).toContain('Jan 21, 2031')
  expect((await as('marketing').get('/api/desk/report-rows/?number=new&to=2031-02-30')).statusCode).toBe(400)
})
