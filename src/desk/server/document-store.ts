import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import type { MomentPlace } from '../rules/finance-filter.ts'

type Db = Kysely<Database>

const DocumentKind = z.enum(['invoice', 'credit-note', 'reversal'])

const Document = z.object({
  id: z.string(),
  number: z.string(),
  kind: DocumentKind,
  order_number: z.string(),
  issued_at: z.string(),
  total_cents: z.number(),
  currency: CurrencyCode,
  country: z.string(),
  region: z.string().nullable(),
  subtotal: z.string(),
  discount: z.string(),
  shipping: z.string(),
  taxes: z.array(z.object({ amount: z.string() })),
})

export type StoredDocument = z.output<typeof Document>

interface DocumentsQuery {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  readonly kind?: z.output<typeof DocumentKind> | undefined
  readonly after?: MomentPlace | undefined
}

/** Invoices and credit notes of a period, the latest first. */
export const selectDocuments = async (db: Db, requested: DocumentsQuery, limit: number) => {
  const { from, to, kind, after } = requested
  let query = db
    .selectFrom('desk_document')
    .selectAll()
    .where('issued_at', '>=', from.toString())
    .where('issued_at', '<', to.toString())
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('issued_at', 'id'), '<', where.tuple(after.at, after.id)),
    )
  const rows = await query.orderBy('issued_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => Document.parse(row))
}

const Dispute = z.object({
  id: z.string(),
  order_number: z.string(),
  state: z.string(),
  reason: z.string(),
  amount_cents: z.number(),
  fee_cents: z.number(),
  written_off_cents: z.number(),
  currency: CurrencyCode,
  moved_currency: CurrencyCode,
  opened_at: z.string(),
  evidence_due_at: z.string().nullable(),
  closed_at: z.string().nullable(),
})

export type StoredDeskDispute = z.output<typeof Dispute>

/** Disputes that are open, or those that are decided, the latest first. */
export const selectDeskDisputes = async (
  db: Db,
  state: 'open' | 'closed',
  after: MomentPlace | undefined,
  limit: number,
) => {
  let query = db
    .selectFrom('desk_dispute')
    .selectAll()
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('opened_at', 'id'), '<', where.tuple(after.at, after.id)),
    )
  const rows = await query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => Dispute.parse(row))
}
