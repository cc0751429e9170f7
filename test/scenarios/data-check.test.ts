import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { changedViolations, checkData, invariantViolations } from '#app/invariants.ts'
import { closeDays } from '#report/server/close-days.ts'
import type { Database } from '#platform/schema.ts'
import { withCoupon } from '../support/coupons.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const latest = {
  order: `id = (select id from "order" where kind <> 'renewal' and state = 'shipped' order by placed_at desc limit 1)`,
  subscription: `id = (select subscription_id from subscription_change order by at desc limit 1)`,
}

const counts: readonly (readonly [table: string, column: string, which: string])[] = [
  ['order', 'total_cents', latest.order],
  ['order', 'refunded_cents', 'refunded_cents > 0'],
  ['charge', 'amount_cents', `id = (select charge_id from "order" where ${latest.order})`],
  ['refund', 'amount_cents', `state = 'refunded'`],
  ['invoice', 'total_cents', `kind = 'invoice' and order_id = (select id from "order" where ${latest.order})`],
  ['invoice', 'total_cents', `kind = 'credit-note'`],
  ['invoice_series', 'last', 'true'],
  ['ledger_posting', 'cents', `position = 1 and journal_id = (select id from ledger_journal where fact = 'order-placed' order by posted_at desc limit 1)`],
  ['ledger_posting', 'cents', `account = 'owed-deliveries' and journal_id = (select id from ledger_journal where fact = 'order-shipped' order by posted_at desc limit 1)`],
  ['ledger_posting', 'cents', `account = 'member-credit'`],
  ['ledger_posting', 'cents', `account = 'disputed' and cents > 0`],
  ['dispute', 'written_off_cents', 'true'],
  ['shipment_item', 'line_quantity', `order_id = (select id from "order" where ${latest.order})`],
  ['credit_balance', 'available_cents', 'true'],
  ['credit_balance', 'reserved_cents', 'true'],
  ['coupon', 'redeemed', `code = 'LIMITED'`],
  ['plan', 'price_cents', `code = 'syn-wk'`],
  ['renewal_run', 'due', 'due > 0'],
  ['report_ledger_day', 'cents', `(day, account, fact) = (select day, account, fact from report_ledger_day order by day desc, account, fact limit 1)`],
  ['report_order_day', 'times', `kind <> 'refund' and day = (select max(day) from report_order_day where kind <> 'refund')`],
  ['report_subscription_day', 'live', `day = (select max(day) from report_subscription_day)`],
  ['report_subscription_day', 'cents', `day = (select max(day) from report_subscription_day)`],
  ['report_coupon_day', 'uses', 'true'],
] // prettier-ignore

const values: readonly (readonly [table: string, column: string, broken: string, which: string])[] = [
  ['subscription', 'state', `'paused'`, latest.subscription],
  ['subscription', 'remaining_orders', '7', latest.subscription],
  ['subscription', 'waiting_card_id', 'payment_method_id', latest.subscription],
  ['subscription', 'address_id', `gen_random_uuid()`, latest.subscription],
  ['subscription', 'next_attempt_on', `next_order_on + 5`, latest.subscription],
  ['address', 'zip', `'ABCDE'`, `id = (select id from address where removed_at is null order by created_at desc limit 1)`],
  ['cart', 'bundles', `'{"":1}'`, `id = (select id from cart where ordered_at is null order by updated_at desc limit 1)`],
  ['charge', 'state', `'declined'`, `id = (select charge_id from "order" where ${latest.order})`],
  ['ledger_journal', 'order_id', 'null', `fact = 'order-shipped' and order_id = (select id from "order" where ${latest.order})`],
] // prettier-ignore

/** Without triggers and references: the constraints that prevent these faults are tested elsewhere. */
const unguarded = (db: Kysely<Database>, statements: readonly string[]): Promise<readonly bigint[]> =>
  db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    const affected: bigint[] = []
    try {
      for (const statement of statements)
        affected.push((await sql.raw(statement).execute(one)).numAffectedRows ?? 0n)
    } finally {
      await sql`set session_replication_role = origin`.execute(one)
    }
    return affected
  })

interface Break {
  readonly table: string
  readonly column: string
  readonly broken: string
  readonly which: string
}

const breaks: readonly Break[] = [
  ...counts.map(([table, column, which]) => ({ table, column, broken: `${column} + 1`, which })),
  ...values.map(([table, column, broken, which]) => ({ table, column, broken, which })),
]

/** Breaks one row, says what each check finds, and puts the row back. */
const found = async (
  db: Kysely<Database>,
  { table, column, broken, which }: Break,
  since: Temporal.Instant,
) => {
  await unguarded(db, [
    'drop table if exists kept',
    `create table kept as select ctid as place, tableoid as of, * from "${table}" where ${which} limit 1`,
  ])
  const [affected] = await unguarded(db, [
    `update "${table}" set ${column} = ${broken} where (tableoid, ctid) in (select of, place from kept)`,
  ])
  const [all, changed] = [await invariantViolations(db), await changedViolations(db, since)]
  const { rows } = await sql<{ key: string }>`select string_agg(format('%1$I', a.attname), ', ') as key
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${`"${table}"`}::regclass and i.indisprimary`.execute(db)
  const key = rows[0]?.key ?? 'account_id, currency'
  await unguarded(db, [
    `update "${table}" set ${column} = (select ${column} from kept) where (${key}) in (select ${key} from kept)`,
    'drop table kept',
  ])
  return { affected, all, changed }
}

const live = async (shop: TestShop): Promise<void> => {
  await shop.app.change(withCoupon('LIMITED', { maxRedemptions: 9 }))
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.checkout({ card: 'disputed' })
  await shop.travelTo('2031-02-10')
  await runShopCommand(shop, 'credit', buyer.email, '20.00', 'For', 'the', 'jar')
  const other = shop.visitor()
  await other.add('syn-wk-gift-2020')
  await other.enterCode('LIMITED')
  const { order } = await other.checkout()
  await shop.travelTo('2031-02-13')
  await mara.make({ action: 'change-quantity', quantity: 2 })
  await runShopCommand(shop, 'refund', order?.number ?? '', '--goodwill=2.00')
  await shop.visitor().add('vs-wk')
  await shop.travelTo('2031-02-15')
  await shop.settled()
  await closeDays(shop.app.deps)
}

test('the check of recent changes finds every broken invariant that the full check finds, and reports nothing on correct data', async ({
  shop,
}) => {
  await live(shop)
  const db = shop.app.database.kysely
  const since = Temporal.Instant.from('2031-01-01T00:00:00Z')
  expect(await invariantViolations(db)).toEqual([])
  expect(await changedViolations(db, since)).toEqual([])
  await sql`do $$ declare found record; begin
    for found in select conrelid::regclass as of, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and coninhcount = 0
    loop execute format('alter table %s drop constraint %I', found.of, found.conname); end loop; end $$`.execute(
    db,
  )
  const outcomes = new Map<string, string>()
  for (const one of breaks) {
    const outcome = await found(db, one, since).then(
      ({ affected, all, changed }) => `${affected} row, all ${all.length > 0}, changed ${changed.length > 0}`,
      String,
    )
    outcomes.set(`${one.table}.${one.column} ${one.which}`.slice(0, 80), outcome)
  }
  expect([...outcomes].filter(([, outcome]) => outcome !== '1 row, all true, changed true')).toEqual([])
  expect(await invariantViolations(db)).toEqual([])

  // What was wrong before the data was last found consistent is left to the check of everything.
  const at = (time: string) => ({ database: db, clock: { now: () => Temporal.Instant.from(time) } })
  expect(await checkData(at('2031-02-15T12:00:00Z'), false)).toMatchObject({ since: null, violations: [] })
  await unguarded(db, [`update "order" set total_cents = total_cents + 1 where ${latest.order}`])
  const later = await checkData(at('2031-02-20T12:00:00Z'), false)
  expect([later.since?.toString(), later.violations]).toEqual(['2031-02-15T10:00:00Z', []])
  expect((await checkData(at('2031-02-21T12:00:00Z'), true)).violations).not.toEqual([])
  // Found inconsistent, the next check begins where this one began.
  expect((await checkData(at('2031-02-22T12:00:00Z'), false)).since?.toString()).toBe('2031-02-20T10:00:00Z')
})
