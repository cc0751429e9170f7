import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, credit, debit } from '#ledger/rules/journal.ts'
import type { Journal } from '#ledger/rules/journal.ts'
import { unbalancedLedger, postJournal, trialBalance } from '#ledger/server/journals.ts'
import { brokenOrderLedger } from '#order/server/invariants.ts'
import { backfillLedger } from '#order/server/order-ledger.ts'
import { recordRefund, cancelUnshipped, handOver, orderById } from '#order/server/orders.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openOrderApp } from '../payment/payment-app.ts'

let app: Awaited<ReturnType<typeof openOrderApp>>

beforeAll(async () => {
  app = await openOrderApp()
})

afterAll(() => app.close())

const violations = async (): Promise<readonly string[]> => [
  ...(await unbalancedLedger(app.deps.database)),
  ...(await brokenOrderLedger(app.deps.database)),
]

/** The ledger balances of an order, in cents by account. */
const balancesOf = async (orderId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(cents)::bigint as cents from ledger_posting join ledger_journal on id = journal_id
    where order_id = ${orderId} group by account having sum(cents) <> 0`.execute(app.deps.database)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const stateOf = async (id: string) =>
  app.deps.database
    .selectFrom('order')
    .select(['state', 'refunded_cents', 'is_in_ledger'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const post = (journal: Partial<Journal>) =>
  inTransaction(app.deps, (tx) =>
    postJournal(tx, {
      fact: 'credit-given',
      factId: tx.ids.uuid(),
      orderId: null,
      accountId: app.accountId,
      currency: 'USD',
      postings: [debit('credit-given', 500, 'a test'), credit('member-credit', 500, app.accountId)],
      ...journal,
    }),
  )

test('the chart of accounts in the code equals the one in the database', async () => {
  const rows = await app.deps.database.selectFrom('ledger_account').select('code').execute()
  expect(rows.map(({ code }) => code).toSorted()).toEqual([...accounts].toSorted())
})

test('the database refuses at commit entries that do not sum to zero, and unknown accounts', async () => {
  const write = (account: string, cents: number[]) =>
    inTransaction(app.deps, async ({ db, ids }) => {
      const id = ids.uuid()
      await sql`insert into ledger_journal (id, fact, fact_id, account_id, posted_on, posted_at)
        values (${id}, 'credit-given', ${ids.uuid()}, ${app.accountId}, '2026-11-20', now())`.execute(db)
      for (const [at, each] of cents.entries())
        await sql`insert into ledger_posting (journal_id, position, account, cents, currency)
          values (${id}, ${at}, ${account}, ${each}, 'USD')`.execute(db)
    })
  await expect(write('revenue', [100, -99])).rejects.toThrow('does not sum to zero')
  await expect(write('pocket', [100, -100])).rejects.toThrow('no ledger account pocket')
  await write('revenue', [100, -100])
})

test('posted entries cannot be changed', async () => {
  const { database } = app.deps
  await post({})
  await expect(sql`update ledger_posting set cents = cents + 1`.execute(database)).rejects.toThrow(
    'only added to',
  )
  await expect(sql`delete from ledger_posting`.execute(database)).rejects.toThrow('only added to')
  await expect(sql`delete from ledger_journal`.execute(database)).rejects.toThrow('only added to')
})

let lastTracking = 0

/** A carrier has the complete order. */
const ship = async (id: string) => {
  const { number } = await orderById(app.deps.database, id)
  const tracking = `1Z${(lastTracking += 1)}`
  const carried = { carrier: 'ups', service: null, tracking, lines: null, weightGrams: null }
  return handOver(app.deps, { order: number, ...carried }, 'operator')
}

test('a fact is posted once', async () => {
  const factId = app.deps.ids.uuid()
  expect([await post({ factId }), await post({ factId })]).toEqual([true, false])
})

test('the money of an order is a liability when placed and revenue when shipped', async () => {
  const id = await app.place()
  expect(await balancesOf(id)).toEqual({ receivable: 4021, 'owed-deliveries': -3749, 'tax-payable': -272 })
  app.travelTo('2026-11-23T15:00:00Z')
  await ship(id)
  expect(await balancesOf(id)).toEqual({
    receivable: 4021,
    revenue: -4999,
    discounts: 1250,
    'tax-payable': -272,
  })
  const balances = await trialBalance(app.deps.database)
  expect(balances).toContainEqual({ account: 'tax-payable', detail: 'US-CA', currency: 'USD', cents: -272 })
  expect(balances).toContainEqual({ account: 'revenue', detail: 'ds', currency: 'USD', cents: -4999 })
  expect(await violations()).toEqual([])
})

test('an order canceled before shipping and refunded in two parts leaves a zero balance', async () => {
  const orderId = await app.place()
  const canceled = await inTransaction(app.deps, (tx) => cancelUnshipped(tx, orderId))
  expect(canceled).toMatchObject({ lines: [{ planCode: 'syn-wk', quantity: 1 }] })
  expect(await inTransaction(app.deps, (tx) => cancelUnshipped(tx, orderId))).toBeNull()
  const refunds = [1000, 3021].map((cents) => ({
    refundId: app.deps.ids.uuid(),
    orderId,
    split: { cardCents: cents, creditCents: 0 },
    lines: [],
    reason: null,
  }))
  for (const refund of [...refunds, ...refunds])
    await inTransaction(app.deps, (tx) => recordRefund(tx, refund))
  expect(await balancesOf(orderId)).toEqual({})
  expect(await stateOf(orderId)).toMatchObject({ state: 'canceled', refunded_cents: 4021 })
  await expect(ship(orderId)).rejects.toThrow('ACTION_NOT_ALLOWED')
  expect(await violations()).toEqual([])
})

test('of five concurrent cancellations one succeeds, and no more than the paid amount is refunded', async () => {
  const orderId = await app.place()
  const tries = Array.from({ length: 5 }, () => inTransaction(app.deps, (tx) => cancelUnshipped(tx, orderId)))
  expect((await Promise.all(tries)).filter((canceled) => canceled !== null)).toHaveLength(1)
  const refund = (cents: number) =>
    inTransaction(app.deps, (tx) =>
      recordRefund(tx, {
        refundId: tx.ids.uuid(),
        orderId,
        split: { cardCents: cents, creditCents: 0 },
        lines: [],
        reason: null,
      }),
    )
  const parts = await Promise.allSettled(Array.from({ length: 5 }, () => refund(1000)))
  expect(parts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await stateOf(orderId)).toMatchObject({ refunded_cents: 4000 })
  expect(await violations()).toEqual([])
})

test('a free order has its sale and its discount in the ledger', async () => {
  const id = await app.place({
    chargeId: null,
    processor: null,
    card: null,
    discounts: [{ code: 'ALL', reason: 'promo-code', cents: 4999 }],
    totals: { ...app.draft().totals, discountCents: 4999, taxCents: 0, totalCents: 0 },
  })
  expect(await balancesOf(id)).toEqual({})
  app.travelTo('2026-11-26T15:00:00Z')
  await ship(id)
  expect(await balancesOf(id)).toEqual({ revenue: -4999, discounts: 4999 })
  expect(await violations()).toEqual([])
})

test('orders from before the ledger get their entries, once', async () => {
  const { database } = app.deps
  const ids = [await app.place(), await app.place()]
  app.travelTo('2026-11-29T15:00:00Z')
  for (const id of ids) await ship(id)
  const before = await Promise.all(ids.map(balancesOf))
  for (const table of ['ledger_posting', 'ledger_journal', 'invoice']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(database)
    await sql`delete from ${sql.table(table)}`.execute(database)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(database)
  }
  await sql`delete from invoice_series`.execute(database)
  await sql`alter table shipment_event disable trigger user`.execute(database)
  await sql`delete from shipment_event where shipment_id in
    (select id from shipment where order_id <> all(${ids}::uuid[]))`.execute(database)
  await sql`alter table shipment_event enable trigger user`.execute(database)
  for (const table of ['shipment_item', 'shipment', 'order_line'])
    await sql`delete from ${sql.table(table)} where order_id <> all(${ids}::uuid[])`.execute(database)
  await sql`delete from "order" where id <> all(${ids}::uuid[])`.execute(database)
  await database.updateTable('order').set({ is_in_ledger: false }).execute()
  // Either of the two records each order, once.
  const [some, others] = await Promise.all([backfillLedger(app.deps), backfillLedger(app.deps)])
  expect(some + others).toBe(2)
  expect(await backfillLedger(app.deps)).toBe(0)
  expect(await Promise.all(ids.map(balancesOf))).toEqual(before)
  expect(await violations()).toEqual([])
})

test('a ledger that differs from the orders is reported', async () => {
  const id = await app.place()
  await sql`update "order" set refunded_cents = 1 where id = ${id}`.execute(app.deps.database)
  expect(await violations()).toEqual([
    'cents USD refunded: 1, and 0 in the ledger',
    'cents USD refunded: 1, and 0 on invoices and credit notes',
  ])
})
