import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Cents, Currency } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { InvoiceDocument } from '../rules/invoice-document.ts'

export type InvoiceRow = Selectable<Database['invoice']>

export interface InvoiceDraft {
  readonly orderId: string
  readonly orderNumber: string
  /** Null for an invoice. */
  readonly refundId: string | null
  readonly accountId: string
  readonly email: string
  readonly currency: Currency
  readonly totalCents: Cents
  readonly content: InvoiceDocument
}

// A reversal is numbered among the credit notes, one of which it takes back.
const seriesOf = { invoice: 'INV', 'credit-note': 'CN', reversal: 'CN' } as const

/**
 * Gives documents of one kind the next numbers of their series and writes them, in one statement: `INV-2026-000042`. The row of
 * the series is locked until the transaction ends, so this comes last in it. A second invoice for an order, or a second
 * credit note for a refund, breaks a unique key.
 */
export const insertInvoices = async (
  tx: Tx,
  kind: InvoiceDocument['kind'],
  drafts: readonly InvoiceDraft[],
): Promise<void> => {
  if (drafts.length === 0) return
  const series = seriesOf[kind]
  const rows = drafts.map((draft, at) => ({ id: tx.ids.uuid(), at, ...draft }))
  await tx.defer(sql`
    with counted as (
      insert into invoice_series (series, year, last) values (${series}, ${tx.today.year}, ${rows.length}::int)
      on conflict (series, year) do update set last = invoice_series.last + excluded.last
      returning series, year, last - ${rows.length}::int as before
    ),
    document as (
      select counted.series, counted.year, counted.before + 1 + d.at as serial, d.*
      from counted, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(at int, id uuid, "orderId" uuid,
        "orderNumber" text, "refundId" uuid, "accountId" uuid, email text, currency text, "totalCents" int, content jsonb)
    )
    insert into invoice (id, kind, series, year, serial, number, order_id, order_number, refund_id, account_id, email,
      issued_at, currency, total_cents, content)
    select id, ${kind}, series, year, serial,
      series || '-' || year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'),
      "orderId", "orderNumber", "refundId", "accountId", email, ${tx.now.toString()}::timestamptz, currency, "totalCents", content
    from document`)
}

/** The number of an order's invoice; null for an order without one. */
export const selectInvoiceNumbers = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('invoice')
    .select(['order_id', 'number'])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'invoice')
    .execute()
  return new Map(rows.map((row) => [row.order_id, row.number]))
}

/** Everything that was issued about an order, the invoice first. */
export const selectAboutOrder = (db: Kysely<Database>, orderId: string): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy(sql`kind = 'invoice'`, 'desc')
    .orderBy('year')
    .orderBy('serial')
    .execute()

/** A member's documents about these orders, the earliest first. */
export const selectAboutOrders = async (
  db: Kysely<Database>,
  accountId: string,
  orderIds: readonly string[],
): Promise<InvoiceRow[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom('invoice')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('order_id', 'in', orderIds)
        .orderBy('issued_at')
        .orderBy('number')
        .execute()

/** A member's document by its own number, or an order's invoice by the order's number. */
export const selectInvoiceOf = (
  db: Kysely<Database>,
  accountId: string,
  number: string,
): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) =>
      is.or([
        is('number', '=', number),
        is.and([is('order_number', '=', number), is('kind', '=', 'invoice')]),
      ]),
    )
    .executeTakeFirst()

/** Whose key it is that names the document. */
export const selectInvoiceByNumber = (
  db: Kysely<Database>,
  number: string,
): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoice').selectAll().where('number', '=', number).executeTakeFirst()

/** Guest look-up: both the order's number and the e-mail must fit. */
export const selectInvoiceOfGuest = (
  db: Kysely<Database>,
  orderNumber: string,
  email: string,
): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .where('email', '=', email)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()

/** Series with a gap, or whose counter differs from the issued documents. */
export const selectGaps = async (
  db: Kysely<Database>,
): Promise<
  readonly { readonly series: string; readonly year: number; readonly given: number; readonly last: number }[]
> => {
  const { rows } = await sql<{ series: string; year: number; given: number; last: number }>`
    select series, year, count(invoice.id) as given, invoice_series.last
    from invoice_series left join invoice using (series, year)
    group by series, year, invoice_series.last
    having count(invoice.id) <> invoice_series.last or max(serial) <> invoice_series.last`.execute(db)
  return rows
}

/** How many documents of a kind were issued, and their total, by currency. */
export const selectIssued = (
  db: Kysely<Database>,
  kind: InvoiceDocument['kind'],
): Promise<{ readonly currency: string; readonly count: number; readonly cents: number }[]> =>
  db
    .selectFrom('invoice')
    .select((field) => [
      'currency',
      field.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('cents'),
    ])
    .where('kind', '=', kind)
    .groupBy('currency')
    .execute()
