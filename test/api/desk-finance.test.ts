import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { runShopCommand } from '../support/shop-command.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { places } from '../support/places.ts'
import type { Place } from '../support/places.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

/** Names that nothing else in the shop has, so that one that leaks is found in the bytes. */
const buyer = { firstName: 'Ottoline', lastName: 'Quillfeather' }

const buy = async (place: Place, card: TestCardName = 'approve') => {
  const visitor = shop.visitor(places[place].country, places[place].region || 'XX')
  // Who has chosen no currency pays in that of the country.
  visitor.client.jar.delete('loam_currency')
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout({ place, card, but: { address: { ...places[place], ...buyer } } })
  return { number: order?.number ?? '', email: visitor.email }
}

const first = await buy('california')
await buy('california')
const abroad = await buy('berlin')
const disputed = await buy('california', 'disputed')
await runShopCommand(shop, 'refund', first.number, '--goodwill=12.50')
await shop.travelDays(5)

// After the journey in time: a session at the desk ends within hours.
const people = new Map<StaffRole, DeskPerson>()
for (const role of staffRoles) people.set(role, await joinDesk(api, role))

const as = (role: StaffRole): DeskPerson => {
  const person = people.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}

const json = async (path: string) => (await as('finance').get(`/api/desk/finance/${path}`)).json()

const cents = (amount: string | null): number => Math.round(Number(amount ?? '0') * 100)

interface Account {
  readonly account: string
  readonly debit: string | null
  readonly credit: string | null
}

/** The month in which everything was bought. */
const month = (await json('taxes/')).month

const ledger = async (
  query = '',
): Promise<{ currency: string; accounts: Account[]; debit: string; credit: string }[]> =>
  (await json(`ledger/${query}`)).currencies

/** All rows of a list, two at a time, so that the pages are gone through. */
const allRows = async (path: string, name: string): Promise<Record<string, string>[]> => {
  const rows = []
  const mark = path.includes('?') ? '&' : '?'
  for (let after: string | null = ''; after !== null;) {
    const page = await json(`${path}${mark}limit=2${after ? `&after=${encodeURIComponent(after)}` : ''}`)
    rows.push(...page[name])
    after = page.older
  }
  return rows
}

test('each currency balances by itself, with the same accounts as the ledger command', async () => {
  const currencies = await ledger()
  expect(currencies.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD'])
  const { lines } = await runShopCommand(shop, 'ledger')
  for (const { currency, accounts, debit, credit } of currencies) {
    expect(debit).toBe(credit)
    const own = lines.filter((line) => line.endsWith(currency) && !line.startsWith('total'))
    for (const { account, debit: left, credit: right } of accounts) {
      // The command lists each detail of an account.
      const sum = own
        .filter((line) => line.split(' ')[0] === account)
        .reduce((total, line) => total + cents(line.trim().split(/\s+/).at(-2) ?? ''), 0)
      expect([account, cents(left) - cents(right)]).toEqual([account, sum])
    }
  }
})

test('every number of the trial balance is the sum of the rows that it links to, on all their pages', async () => {
  for (const { currency, accounts } of await ledger())
    for (const { account, debit, credit } of accounts) {
      const rows = await allRows(`ledger/${account}/?currency=${currency}`, 'postings')
      const sum = rows.reduce(
        (total, row) => total + cents(row['debit'] ?? null) - cents(row['credit'] ?? null),
        0,
      )
      expect([account, sum]).toEqual([account, cents(debit) - cents(credit)])
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    }
})

test('the balance at the end of a day leaves out later postings', async () => {
  const today: string = (await json('ledger/')).today
  const before = Temporal.PlainDate.from(today).subtract({ days: 30 }).toString()
  expect(await ledger(`?until=${before}`)).toEqual([])
  expect(await ledger(`?until=${today}`)).toEqual(await ledger())
})

test('tax by place equals the output of the tax command, and its rows add up', async () => {
  const { taxes, totals } = await json(`taxes/?month=${month}`)
  const { lines } = await runShopCommand(shop, 'taxes', month)
  expect(taxes.map((one: Record<string, string>) =>
    [month, one['place'], one['currency'], one['orders'], one['collected'], one['refunded'], one['owed']].join(','),
  )).toEqual(lines.slice(1)) // prettier-ignore
  for (const { place, currency, owed } of taxes) {
    const rows = await allRows(
      `taxes/${month}/?place=${encodeURIComponent(place)}&currency=${currency}`,
      'movements',
    )
    expect(rows.reduce((sum, { amount = '0' }) => sum + cents(amount), 0)).toBe(cents(owed))
  }
  expect(new Set(totals.map(({ currency }: { currency: string }) => currency)).size).toBe(totals.length)
})

test('the parts of a payout add up to the paid amount, each with its order and fee', async () => {
  const { payouts } = await json('payouts/')
  expect(payouts.length).toBeGreaterThan(0)
  for (const { id, amount, fees } of payouts) {
    const parts = await allRows(`payouts/${id}/`, 'parts')
    expect(parts.reduce((sum, { net = '' }) => sum + cents(net), 0)).toBe(cents(amount))
    expect(parts.reduce((sum, { fee = '' }) => sum + cents(fee), 0)).toBe(cents(fees))
  }
  const parts = (
    await Promise.all(payouts.map(({ id }: { id: string }) => allRows(`payouts/${id}/`, 'parts')))
  ).flat()
  expect(parts.filter(({ kind }) => kind === 'charge').map((part) => part['order_number'])).toContain(
    first.number,
  )
  expect((await as('finance').get(`/api/desk/finance/payouts/${shop.app.deps.ids.uuid()}/`)).statusCode).toBe(
    404,
  )
})

test('invoices and credit notes are listed in order of issue, by kind', async () => {
  const all = await allRows(`invoices/?month=${month}`, 'documents')
  const stored = await sql<{ number: string }>`select number from invoice`.execute(db)
  expect(all.map(({ number }) => number).toSorted()).toEqual(
    stored.rows.map(({ number }) => number).toSorted(),
  )
  for (const { kind, subtotal = '', discount = '', shipping = '', tax = '', total = '' } of all)
    expect([kind, cents(subtotal) - cents(discount) + cents(shipping) + cents(tax)]).toEqual([
      kind,
      cents(total),
    ])
  const notes = await allRows(`invoices/?month=${month}&kind=credit-note`, 'documents')
  expect(notes.map((note) => [note['order_number'], note['total']])).toEqual([[first.number, '12.50']])
})

test('the list shows an open dispute with its amount, and no decided disputes', async () => {
  const { disputes } = await json('disputes/')
  expect(disputes.map((one: Record<string, string>) => [one['order_number'], one['state']])).toEqual([
    [disputed.number, 'needs_response'],
  ])
  expect((await json('disputes/?state=closed')).disputes).toEqual([])
})

const pages = (): string[] => [
  '', '/reconciliation', '/payouts', '/payouts.csv', '/ledger', '/ledger.csv', '/ledger/receivable?currency=USD',
  '/ledger/member-credit?currency=USD', '/ledger/receivable/postings.csv?currency=USD', `/taxes?month=${month}`,
  `/taxes.csv?month=${month}`, `/taxes/${month}`, `/taxes/${month}/movements.csv`, `/invoices?month=${month}`,
  `/invoices.csv?month=${month}`, '/disputes', '/disputes.csv',
] // prettier-ignore

test('no finance page or file contains a name, an email or an address', async () => {
  for (const role of ['finance', 'read-only'] as const)
    for (const path of pages()) {
      const { statusCode, body } = await as(role).get(`/desk/finance${path}`)
      expect([path, statusCode]).toEqual([path, 200])
      for (const secret of [...Object.values(buyer), first.email, places.california.address, abroad.email])
        expect([path, secret, body.includes(secret)]).toEqual([path, secret, false])
    }
})

test('roles without finance have no access, and only finance and owners start a reconciliation', async () => {
  for (const role of ['support', 'marketing'] as const)
    for (const path of pages())
      expect([path, (await as(role).get(`/desk/finance${path}`)).statusCode]).toEqual([path, 404])
  for (const role of ['operations', 'read-only', 'support', 'marketing'] as const) {
    const body = { from: '2031-01-01', until: '2031-01-07' }
    expect((await as(role).post('/api/desk/finance/reconciliations/', body)).statusCode).toBe(404)
  }
  expect((await as('support').get('/desk')).body).not.toContain('href="/desk/finance"')
})

test('finance files have the rows of their pages, with a byte order mark and a file name', async () => {
  const file = await as('finance').get('/desk/finance/ledger/receivable/postings.csv?currency=USD')
  expect([file.headers['content-type'], file.headers['cache-control']]).toEqual([
    'text/csv; charset=utf-8',
    'no-store',
  ])
  const lines = file.body.trim().split('\r\n')
  expect(file.body.codePointAt(0)).toBe(0xfeff)
  expect(lines[0]).toBe('day,fact,order,detail,debit,credit')
  expect(lines).toHaveLength(1 + (await allRows('ledger/receivable/?currency=USD', 'postings')).length)
})

const start = (from: string, until: string) =>
  as('finance').post('/api/desk/finance/reconciliations/', { from, until })

test('a reconciliation is requested once, runs as a job, and keeps its result and who requested it', async () => {
  const today: string = (await json('reconciliations/')).today
  const from = Temporal.PlainDate.from(today).subtract({ days: 10 }).toString()
  const both = await Promise.all([start(from, today), start(from, today)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const waiting = (await json('reconciliations/')).reconciliations[0]
  expect([waiting.finished_at, waiting.requested_by]).toEqual([null, 'finance'])
  await shop.settled()
  const [agreed] = (await json('reconciliations/')).reconciliations
  expect(agreed).toMatchObject({ from, until: today, differences: [], failure: null })
  expect(agreed.compared.map(({ name }: { name: string }) => name)).toEqual([
    'charges', 'refunds', 'disputes', 'balance entries', 'payouts',
  ]) // prettier-ignore
  await shop.app.change((tx) =>
    sql`update charge set amount_cents = amount_cents + 1 where id in
      (select charge_id from "order" where number = ${first.number})`
      .execute(tx.db)
      .then(() => undefined),
  )
  expect((await start(from, today)).statusCode).toBe(200)
  await shop.settled()
  const [differing] = (await json('reconciliations/')).reconciliations
  expect(differing.differences).toEqual([expect.stringMatching(/^A charge is \$\d+\.\d\d in the shop and /)])
  expect((await as('finance').get('/desk/finance')).body).toContain('1 difference')
  const log = (await as('owner').get('/api/desk/team/log/?subject=finance')).json().entries
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    'finance.reconciliation-started',
    'finance.reconciliation-started',
  ])
})

test('a reconciliation whose job was lost says so after two hours and does not block another one', async () => {
  const today: string = (await json('reconciliations/')).today
  const { id } = (await start(today, today)).json()
  await shop.settled()
  const lost = (hours: number) =>
    sql`update desk_reconciliation set finished_at = null, requested_at = requested_at - make_interval(hours => ${hours}::int)
      where id = ${id}`.execute(db)
  await lost(1)
  expect((await start(today, today)).statusCode).toBe(409)
  await lost(2)
  expect((await start(today, today)).statusCode).toBe(200)
  await shop.settled()
  const all: readonly { id: string; failure: string | null }[] = (await json('reconciliations/'))
    .reconciliations
  expect(all[0]?.failure).toBeNull()
  expect(all.find((one) => one.id === id)?.failure).toBe(
    'Its process ended before there was a result. Nothing was compared.',
  )
})

test('a reconciliation of a period that is too long, reversed or invalid is refused and not started', async () => {
  const before = (await json('reconciliations/')).reconciliations.length
  for (const [from, until] of [
    ['2031-01-01', '2031-02-01'],
    ['2031-01-02', '2031-01-01'],
    ['2031-02-30', '2031-03-01'],
    ['x', ''],
  ] as const)
    // prettier-ignore
    expect((await start(from, until)).statusCode).toBe(400)
  expect((await json('reconciliations/')).reconciliations).toHaveLength(before)
})
