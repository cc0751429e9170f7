import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { TaxRecord } from '#pricing/server/taxes.ts'

const Fact = z.enum(['order-placed', 'refund-settled', 'refund-reversed'])

/** What a tax service has recorded of one fact; without a transaction it was refused for good. */
export interface StoredTaxRecord {
  readonly fact: z.output<typeof Fact>
  /** Of the order, or of the refund. */
  readonly factId: string
  readonly record: TaxRecord | null
}

/** What is recorded of an order. */
export const selectTaxRecords = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<readonly StoredTaxRecord[]> => {
  const rows = await db.selectFrom('tax_record').selectAll().where('order_id', '=', orderId).execute()
  return rows.map((row) => ({
    fact: Fact.parse(row.fact),
    factId: row.fact_id,
    record:
      row.transaction === null
        ? null
        : {
            transaction: row.transaction,
            totalCents: row.total_cents,
            taxCents: row.tax_cents,
          },
  }))
}

export interface TaxRecordDraft extends StoredTaxRecord {
  readonly orderId: string
  /** Why it was refused; null when it was not. */
  readonly refusal: string | null
}

/** Once for each fact. */
export const insertTaxRecord = async (tx: Tx, draft: TaxRecordDraft): Promise<void> => {
  await tx.db
    .insertInto('tax_record')
    .values({
      fact: draft.fact,
      fact_id: draft.factId,
      order_id: draft.orderId,
      transaction: draft.record?.transaction ?? null,
      refusal: draft.refusal,
      total_cents: draft.record?.totalCents ?? 0,
      tax_cents: draft.record?.taxCents ?? 0,
      recorded_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many facts a tax service refused to record. */
export const countRefusedTaxRecords = async (db: Kysely<Database>): Promise<number> => {
  const { count } = await db
    .selectFrom('tax_record')
    .select((field) => field.fn.countAll<number>().as('count'))
    .where('refusal', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Orders whose tax the service has in another sum than the shop, or not at all; the latest first. */
export const selectTaxDifferences = (db: Kysely<Database>, limit: number) =>
  db.selectFrom('tax_difference').selectAll().orderBy('recorded_at', 'desc').limit(limit).execute()

/** Has the service sent a new order, in the transaction that places it. */
export const openTaxReporting = (tx: Tx, orderId: string): Promise<void> =>
  tx.defer(tx.db.insertInto('tax_reporting').values({ order_id: orderId, opened_at: tx.now.toString() }))

/** Has the service sent one more fact of an order; nothing for an order that is in none. */
export const addTaxEvent = (tx: Tx, orderId: string): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('tax_reporting')
      .set((set) => ({ events: set('events', '+', 1) }))
      .where('order_id', '=', orderId),
  )

const unrecordedSince = (db: Kysely<Database>, requestedBefore: Temporal.Instant) =>
  db
    .selectFrom('tax_reporting')
    .whereRef('recorded', '<', 'events')
    .where((either) =>
      either.or([
        either('requested_at', 'is', null),
        either('requested_at', '<=', requestedBefore.toString()),
      ]),
    )

/**
 * Orders with facts that the service does not have yet, oldest first, with how many there are of each; without those that it gave
 * no answer for since `requestedBefore`.
 */
export const selectToRecord = (db: Kysely<Database>, requestedBefore: Temporal.Instant, limit: number) =>
  unrecordedSince(db, requestedBefore)
    .select(['order_id as orderId', 'events'])
    .orderBy('opened_at')
    .limit(limit)
    .execute()

/** Whether `selectToRecord` would find any. */
export const hasToRecord = (db: Kysely<Database>, requestedBefore: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists ${unrecordedSince(db, requestedBefore).select('order_id')}`

/** The service has this many facts of an order; more may have happened since they were counted. */
export const markTaxRecorded = async (tx: Tx, orderId: string, events: number): Promise<void> => {
  await tx.db
    .updateTable('tax_reporting')
    .set({ recorded: sql<number>`greatest(recorded, ${events}::int)` })
    .where('order_id', '=', orderId)
    .execute()
}

/** The service gave no answer for an order: it has another turn later. */
export const postponeTaxReporting = async (tx: Tx, orderId: string): Promise<void> => {
  await tx.db
    .updateTable('tax_reporting')
    .set({ requested_at: tx.now.toString() })
    .where('order_id', '=', orderId)
    .execute()
}

/** How many orders the service does not have in full yet. */
export const countUnrecorded = async (db: Kysely<Database>): Promise<number> => {
  const { count } = await db
    .selectFrom('tax_reporting')
    .select((field) => field.fn.countAll<number>().as('count'))
    .whereRef('recorded', '<', 'events')
    .executeTakeFirstOrThrow()
  return count
}
