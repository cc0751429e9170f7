import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import type { Outside } from './outside.ts'

interface LineRow {
  readonly number: string
  readonly refund: string
  readonly refund_cents: number
  readonly cents: number
  readonly tax: number
  readonly goods_paid: number
  readonly tax_paid: number
  readonly part: string
}

/** What was paid for each part of each order, by its own columns: lines by their position, `fee` for shipping. */
const lineRows = async (db: Kysely<Database>): Promise<readonly LineRow[]> => {
  const { rows } = await sql<LineRow>`
    with part as (
      select order_id, position::text as part, quantity * unit_price_cents - discount_cents as goods, tax_cents as tax
      from order_line
      union all
      select o.id, 'fee', o.shipping_cents,
        o.tax_cents - (select coalesce(sum(l.tax_cents), 0) from order_line l where l.order_id = o.id)
      from "order" o)
    select o.number, r.id::text as refund, r.amount_cents + r.credit_cents as refund_cents,
      (g.goods_cents + g.tax_cents)::int as cents, g.tax_cents as tax, part.goods::int as goods_paid,
      part.tax::int as tax_paid, part.part
    from refund r join "order" o on o.id = r.order_id join refund_line g on g.refund_id = r.id
    join part on part.order_id = o.id and part.part = coalesce(g.position::text, 'fee')
    where r.state = 'refunded' order by o.number, r.requested_at, r.id`.execute(db)
  return rows
}

const sumOf = (rows: readonly LineRow[], of: (row: LineRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

/**
 * A sentence for each refund whose lines are not its sum, each part that was refunded beyond what was paid, and each tax that is
 * further from its share of the part than one cent for each refund of it; a part that was refunded whole returns its tax exactly.
 */
export const unfairRefunds = async (db: Kysely<Database>): Promise<string[]> => {
  const rows = await lineRows(db)
  const refunds = [...Map.groupBy(rows, ({ refund }) => refund).values()].flatMap((lines) => {
    const [first] = lines
    return first && sumOf(lines, ({ cents }) => cents) !== first.refund_cents
      ? [`refund ${first.refund} of ${first.number} is not its lines`]
      : []
  })
  const parts = [...Map.groupBy(rows, ({ number, part }) => `${number} ${part}`)].flatMap(([name, lines]) => {
    const [first] = lines
    if (!first) return []
    const paid = first.goods_paid + first.tax_paid
    const [cents, tax] = [sumOf(lines, (line) => line.cents), sumOf(lines, (line) => line.tax)]
    const exact = paid === 0 ? 0 : (cents * first.tax_paid) / paid
    const allowed = cents === paid ? 0 : lines.length
    return [
      ...(cents > paid ? [`${name}: ${cents} of ${paid} refunded`] : []),
      ...(Math.abs(tax - exact) > allowed ? [`${name}: ${tax} of tax refunded, ${exact} is its share`] : []),
    ]
  })
  return [...refunds, ...parts]
}

/** Stripe's and the sandbox's published price: 2.9 % and 30 cents. */
const published = (cents: number): number => Math.floor((cents * 29 + 500) / 1_000) + 30

/** A sentence when the processor's own charges, refunds and prices are not what the ledger's accounts of it come to. */
export const brokenFees = async (db: Kysely<Database>, outside: Outside): Promise<string[]> => {
  const charges = (await readProcessorRecords(outside.records)).filter(({ state }) => state === 'succeeded')
  const taken = charges.reduce((sum, { cents, refunded }) => sum + cents - refunded, 0)
  const fees = charges.reduce((sum, { cents }) => sum + (cents > 0 ? published(cents) : 0), 0)
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(cents)::int as cents from ledger_posting group by account`.execute(db)
  const inLedger = (...accounts: readonly string[]): number =>
    rows.filter(({ account }) => accounts.includes(account)).reduce((sum, { cents }) => sum + cents, 0)
  const all = inLedger('receivable', 'bank', 'processor-fees', 'disputed', 'dispute-losses', 'dispute-fees')
  return [
    ...(inLedger('processor-fees') === fees
      ? []
      : [`${inLedger('processor-fees')} of fees, ${fees} are published`]),
    ...(all === taken ? [] : [`${all} at the processor and from it in the ledger, ${taken} was taken`]),
  ]
}
