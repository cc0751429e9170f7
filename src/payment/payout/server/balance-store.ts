import { sql } from 'kysely'
import type { Expression, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { balanceKinds } from '../../processor/server/balance-port.ts'
import type { BalanceRecord, PayoutRecord } from '../../processor/server/balance-port.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'
import type { Currency } from '#shared/money.ts'

/** A balance entry as the shop has it. */
export interface StoredEntry extends BalanceRecord {
  readonly id: string
  readonly payoutId: string | null
  readonly isPosted: boolean
}

export interface StoredPayout extends PayoutRecord {
  readonly id: string
}

const StoredKind = z.enum(balanceKinds)
const StoredState = z.enum(['pending', 'paid', 'failed'])

const entryFrom = (row: Selectable<Database['balance_entry']>): StoredEntry => ({
  id: row.id,
  entry: row.entry,
  kind: StoredKind.parse(row.kind),
  amountCents: row.amount_cents,
  feeCents: row.fee_cents,
  currency: row.currency,
  processorCharge: row.processor_charge,
  at: Temporal.Instant.from(row.happened_at),
  payoutId: row.payout_id,
  isPosted: row.posted_at !== null,
})

const payoutFrom = (row: Selectable<Database['payout']>): StoredPayout => ({
  id: row.id,
  processorPayout: row.processor_payout,
  amountCents: row.amount_cents,
  currency: row.currency,
  state: StoredState.parse(row.state),
  at: Temporal.Instant.from(row.created_at),
})

/** Whether the processor's records are to be read again. */
export const isReadingDue = (processor: ProcessorName, now: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`not exists (select from balance_reading where processor = ${processor} and next_at > ${now.toString()})`

/** Whether this process reads them now; false when they are not due, or another one was faster. */
export const claimReading = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  processor: ProcessorName,
  next: Temporal.Instant,
): Promise<boolean> => {
  const claimed = await db
    .insertInto('balance_reading')
    .values({ processor, next_at: next.toString() })
    .onConflict((conflict) =>
      conflict
        .column('processor')
        .doUpdateSet({ next_at: next.toString() })
        .where('balance_reading.next_at', '<=', now.toString()),
    )
    .returning('processor')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Until when everything was read; null before the first time. */
export const readUntil = async (db: Db, processor: ProcessorName): Promise<Temporal.Instant | null> => {
  const row = await db
    .selectFrom('balance_reading')
    .select('read_until')
    .where('processor', '=', processor)
    .executeTakeFirst()
  return row?.read_until ? Temporal.Instant.from(row.read_until) : null
}

export const markRead = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  processor: ProcessorName,
  until: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('balance_reading')
    .values({ processor, next_at: now.toString(), read_until: until.toString() })
    .onConflict((conflict) => conflict.column('processor').doUpdateSet({ read_until: until.toString() }))
    .execute()
}

/** As if nothing had been read yet. */
export const forgetReading = async ({ db }: Pick<Tx, 'db'>, processor: ProcessorName): Promise<void> => {
  await db.deleteFrom('balance_reading').where('processor', '=', processor).execute()
}

/** Writes entries; one that was written before stays as it is. With a payout, they are its parts. */
export const saveEntries = async (
  { db, ids }: Pick<Tx, 'db' | 'ids'>,
  processor: ProcessorName,
  records: readonly BalanceRecord[],
  payoutId: string | null = null,
): Promise<void> => {
  if (records.length === 0) return
  await db
    .insertInto('balance_entry')
    .values(
      records.map((record) => ({
        id: ids.uuid(),
        processor,
        entry: record.entry,
        kind: record.kind,
        amount_cents: record.amountCents,
        fee_cents: record.feeCents,
        currency: record.currency,
        processor_charge: record.processorCharge,
        payout_id: payoutId,
        happened_at: record.at.toString(),
      })),
    )
    .onConflict((conflict) =>
      payoutId === null
        ? conflict.columns(['processor', 'entry']).doNothing()
        : conflict.columns(['processor', 'entry']).doUpdateSet({ payout_id: payoutId }),
    )
    .execute()
}

/** Entries with a fee that is not in the ledger, after an id; locked, without those that another process has. */
export const claimUnposted = async (
  { db }: Pick<Tx, 'db'>,
  processor: ProcessorName,
  after: string,
  limit: number,
): Promise<StoredEntry[]> => {
  const rows = await db
    .selectFrom('balance_entry')
    .selectAll()
    .where('processor', '=', processor)
    .where('posted_at', 'is', null)
    // The fees of disputes are posted with the dispute.
    .where('kind', '<>', 'dispute')
    .where((is) => is.or([is('fee_cents', '<>', 0), is('kind', '=', 'fee')]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(entryFrom)
}

export const markPosted = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await db.updateTable('balance_entry').set({ posted_at: now.toString() }).where('id', 'in', ids).execute()
}

/** Writes a payout, new or changed, and returns its id; one that failed stays failed. */
export const savePayout = async (
  { db, ids }: Pick<Tx, 'db' | 'ids'>,
  processor: ProcessorName,
  record: PayoutRecord,
): Promise<string> => {
  const { id } = await db
    .insertInto('payout')
    .values({
      id: ids.uuid(),
      processor,
      processor_payout: record.processorPayout,
      amount_cents: record.amountCents,
      currency: record.currency,
      state: record.state,
      created_at: record.at.toString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['processor', 'processor_payout']).doUpdateSet({
        state: sql<string>`case when payout.state = 'failed' then 'failed' else excluded.state end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** All payouts of a processor, the latest first. */
export const selectPayouts = async (db: Db, processor: ProcessorName): Promise<StoredPayout[]> =>
  (
    await db
      .selectFrom('payout')
      .selectAll()
      .where('processor', '=', processor)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  ).map(payoutFrom)

/** What a payout pays, oldest first. */
export const selectParts = async (db: Db, payoutId: string): Promise<StoredEntry[]> =>
  (
    await db
      .selectFrom('balance_entry')
      .selectAll()
      .where('payout_id', '=', payoutId)
      .orderBy('happened_at')
      .orderBy('id')
      .execute()
  ).map(entryFrom)

/** The entries of a period, oldest first. */
export const selectEntries = async (
  db: Db,
  processor: ProcessorName,
  { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<StoredEntry[]> =>
  (
    await db
      .selectFrom('balance_entry')
      .selectAll()
      .where('processor', '=', processor)
      .where('happened_at', '>=', from.toString())
      .where('happened_at', '<', to.toString())
      .orderBy('happened_at')
      .orderBy('id')
      .execute()
  ).map(entryFrom)

/** What the shop has posted and paid out, for comparing it with the ledger, and payouts that are not their parts. */
export const selectBalanceTotals = async (db: Db) => {
  const fees = await db
    .selectFrom('balance_entry')
    .select([
      'currency',
      sql<number>`coalesce(sum(case when kind = 'fee' then fee_cents - amount_cents else fee_cents end), 0)::bigint`.as(
        'cents',
      ),
    ])
    .where('posted_at', 'is not', null)
    .groupBy('currency')
    .execute()
  const paid = await db
    .selectFrom('payout')
    .select(['currency', sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents')])
    .where('state', '=', 'paid')
    .groupBy('currency')
    .execute()
  const unequal = await db
    .selectFrom('payout')
    .innerJoin('balance_entry', 'balance_entry.payout_id', 'payout.id')
    .select([
      'processor_payout as name',
      'payout.amount_cents as cents',
      sql<number>`sum(balance_entry.amount_cents - fee_cents)::bigint`.as('parts'),
    ])
    .groupBy(['payout.id', 'processor_payout', 'payout.amount_cents'])
    .having(sql`sum(balance_entry.amount_cents - fee_cents)`, '<>', sql`payout.amount_cents`)
    .execute()
  const sumIn =
    (rows: readonly { readonly currency: string; readonly cents: number }[]) =>
    (currency: Currency): number =>
      rows.find((row) => row.currency === currency)?.cents ?? 0
  return { feeCents: sumIn(fees), paidCents: sumIn(paid), unequal }
}
