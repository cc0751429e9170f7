import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** An id for the copy with the number `n`: in the order of the numbers, as ids of version 7 are in the order of time. */
const idOf = (kind: string, n: string): string =>
  `format('0190%s-%s-7${kind}-8000-%s', lpad(to_hex(${n} >> 16), 4, '0'), lpad(to_hex(${n} & 65535), 4, '0'), lpad(to_hex(${n}), 12, '0'))::uuid`

const kinds = ['001', '002', '003', '004', '005', '006', '007']
const [account, address, card, order, line, shipment, subscription] = kinds.map((kind) => idOf(kind, 'n'))

/** Orders of each member: the first one, and a renewal. */
const ordersEach = 2

/** Who the order with the number `n` is of: as many orders in a row as each member has. */
const ownerOf = (kind: string): string => idOf(kind, `((n + ${ordersEach - 1}) / ${ordersEach})`)
const firstOrder = idOf('004', `(n * ${ordersEach} - ${ordersEach - 1})`)
const [buyer, bought] = ['001', '007'].map(ownerOf)
const email = (n: string): string => `'grown' || ${n} || '@example.com'`

const onOtherDay = (today: string, months: number): string =>
  `${today}::date + ${months * 30} + (n % 300)::int`

/** Before anything that is done while the cost is taken. */
const yesterday = (now: string): string => `${now}::timestamptz - interval '1 day'`

/** What differs between the copies, as SQL of their number; everything else is as in the row that is copied. `now` is the shop's, quoted. */
const tablesAt = (now: string): Readonly<Record<string, Readonly<Record<string, string | undefined>>>> => ({
  account: { id: account, email: email('n') },
  address: { id: address, account_id: account },
  payment_method: { id: card, account_id: account },
  order: {
    id: order, account_id: buyer, number: `'G' || lpad(n::text, 9, '0')`, email: email(`(n + ${ordersEach - 1}) / ${ordersEach}`),
    checkout_id: 'null', charge_id: 'null', billing_cycle_id: 'null', state: `'shipped'`,
    shipped_at: yesterday(now), placed_at: `${now}::timestamptz - make_interval(days => 1 + (n % 360)::int)`,
  },
  order_line: { id: line, order_id: order, account_id: buyer, subscription_id: bought },
  shipment: {
    id: shipment, order_id: order, account_id: buyer, state: `'delivered'`, tracking: `'T' || n`,
    ...Object.fromEntries(
      ['created_at', 'packed_at', 'shipped_at', 'delivered_at', 'review_checked_at'].map((name) => [name, yesterday(now)]),
    ),
  },
  shipment_item: { shipment_id: shipment, order_id: order },
  subscription: {
    id: subscription, account_id: account, order_id: firstOrder, payment_method_id: card, address_id: address,
    next_attempt_on: onOtherDay(now, 3), next_order_on: onOtherDay(now, 3), notices_on: onOtherDay(now, 2),
  },
  subscription_status: { subscription_id: subscription, at: `${now}::timestamptz - make_interval(days => 1 + (n % 360)::int)` },
  subscription_term: { subscription_id: subscription, account_id: account, order_id: firstOrder },
}) // prettier-ignore

const ofOrders: readonly string[] = ['order', 'order_line', 'shipment', 'shipment_item']

/** Copies the newest member and their subscription so many times more, and their order twice as many, by one statement for each table. */
export const loadCopies = async (
  db: Kysely<Database>,
  now: Temporal.Instant,
  from: number,
  to: number,
): Promise<void> => {
  await db.connection().execute(async (one) => {
    // No check of what a copy refers to: all of it is copied.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`set statement_timeout = 0`.execute(one)
    await sql`set work_mem = '64MB'`.execute(one)
    for (const [table, changed] of Object.entries(tablesAt(`'${now.toString()}'`))) {
      const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`.execute(one)
      const names = rows.map(({ name }) => `"${name}"`).join(', ')
      const values = rows.map(({ name }) => changed[name] ?? `former."${name}"`).join(', ')
      const rowsEach = ofOrders.includes(table) ? ordersEach : 1
      await sql
        .raw(
          `insert into "${table}" (${names}) select ${values}
           from (select * from "${table}" order by ctid limit 1) former, generate_series(${from * rowsEach + 1}, ${to * rowsEach}) n`,
        )
        .execute(one)
      await sql.raw(`vacuum analyze "${table}"`).execute(one)
    }
    await sql`reset all`.execute(one)
  })
}
