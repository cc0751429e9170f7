import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Expression, Kysely } from 'kysely'
import { DisputeState, unansweredStates } from '#payment/processor/rules/dispute-state.ts'
import type { DisputeRecord, ProcessorName } from '#payment/processor/server/processor.ts'
import type { Tx } from '#platform/app-deps.ts'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import { disputeFrom } from './dispute-record.ts'
import type { Dispute, DisputeEvent, Movement } from './dispute-record.ts'

/** A pool or a transaction. */
export type Db = Kysely<Database>

/** Disputes with the money that moved because of each, in one statement. */
const disputesIn = (db: Db) =>
  db
    .selectFrom('dispute')
    .selectAll('dispute')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('dispute_movement')
          .select(['dispute_movement.id', 'cents', 'fee_cents', 'dispute_movement.currency'])
          .whereRef('dispute_movement.dispute_id', '=', 'dispute.id')
          .orderBy('dispute_movement.recorded_at')
          .orderBy('dispute_movement.id'),
      ).as('movements'),
    )

const oldestFirst = (db: Db) => disputesIn(db).orderBy('recorded_at').orderBy('id')

/** By the processor's id. */
export const selectByProcessorId = async (
  db: Db,
  processor: ProcessorName,
  processorDispute: string,
): Promise<Dispute | null> => {
  const found = disputesIn(db).where('processor', '=', processor)
  const row = await found.where('processor_dispute', '=', processorDispute).executeTakeFirst()
  return row ? disputeFrom(row) : null
}

/** Every dispute of a charge, the oldest first. */
export const selectDisputesOfCharge = async (db: Db, chargeId: string): Promise<Dispute[]> =>
  (await oldestFirst(db).where('charge_id', '=', chargeId).execute()).map(disputeFrom)

/** The states of a member's disputes. */
export const selectStatesOfAccount = async (db: Db, accountId: string): Promise<readonly DisputeState[]> => {
  const rows = await db.selectFrom('dispute').select('state').where('account_id', '=', accountId).execute()
  return rows.map(({ state }) => DisputeState.parse(state))
}

/** A member’s charges that a bank disputes or took back, without disputes that were won. */
export const selectContestedCharges = async (db: Db, accountId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('dispute')
    .select('charge_id')
    .where('account_id', '=', accountId)
    .where('state', 'not in', ['won', 'warning_closed'] satisfies DisputeState[])
    .execute()
  return new Set(rows.map((row) => row.charge_id))
}

/** A page of all disputes, ordered by id. */
export const selectDisputesAfter = async (
  db: Db,
  after: string | null,
  limit: number,
): Promise<Dispute[]> => {
  const page = disputesIn(db).orderBy('id').limit(limit)
  const rows = await (after === null ? page : page.where('id', '>', after)).execute()
  return rows.map(disputeFrom)
}

/** What the processor says of a dispute, as columns. */
const saidColumns = (record: DisputeRecord) => ({
  state: record.state,
  reason: record.reason,
  network_reason: record.networkReason,
  amount_cents: record.amountCents,
  is_charge_refundable: record.isChargeRefundable,
  evidence_due_at: record.evidenceDueAt?.toString() ?? null,
  submissions: record.submissions,
})

/** Writes a dispute as it was first read. */
export const insertDispute = async (
  tx: Tx,
  owner: Pick<Dispute, 'id' | 'processor' | 'chargeId' | 'orderId' | 'accountId' | 'currency' | 'closedAt'>,
  record: DisputeRecord,
): Promise<void> => {
  await tx.defer(
    tx.db.insertInto('dispute').values({
      ...saidColumns(record),
      id: owner.id,
      processor: owner.processor,
      processor_dispute: record.processorDispute,
      charge_id: owner.chargeId,
      order_id: owner.orderId,
      account_id: owner.accountId,
      currency: owner.currency,
      opened_at: record.openedAt.toString(),
      recorded_at: tx.now.toString(),
      closed_at: owner.closedAt?.toString() ?? null,
    }),
  )
}

/** Writes what the processor says of it now. */
export const updateDispute = (
  tx: Tx,
  { id, closedAt }: Pick<Dispute, 'id' | 'closedAt'>,
  record: DisputeRecord,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('dispute')
      .set({ ...saidColumns(record), closed_at: closedAt?.toString() ?? null })
      .where('id', '=', id),
  )

/** Takes the answer to a dispute for one operator until a moment; false when another has it. */
export const claimAnswer = async (tx: Tx, id: string, until: Temporal.Instant): Promise<boolean> => {
  const row = await tx.db
    .updateTable('dispute')
    .set({ answering_until: until.toString() })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('answering_until', 'is', null), where('answering_until', '<=', tx.now.toString())]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives the answer back; one that another has taken since stays theirs. */
export const releaseAnswer = (tx: Tx, id: string, until: Temporal.Instant): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('dispute')
      .set({ answering_until: null })
      .where('id', '=', id)
      .where('answering_until', '=', until.toString()),
  )

/** The cents of it that the ledger has recorded as lost. */
export const updateWrittenOff = (tx: Tx, id: string, cents: number): Promise<void> =>
  tx.defer(tx.db.updateTable('dispute').set({ written_off_cents: cents }).where('id', '=', id))

/** Writes a movement; null when it is known. */
export const insertMovement = async (
  tx: Tx,
  disputeId: string,
  movement: Movement & { readonly processorMovement: string },
): Promise<Movement | null> => {
  const row = await tx.db
    .insertInto('dispute_movement')
    .values({
      id: movement.id,
      dispute_id: disputeId,
      processor_movement: movement.processorMovement,
      cents: movement.cents,
      fee_cents: movement.feeCents,
      currency: movement.currency,
      recorded_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['dispute_id', 'processor_movement']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? movement : null
}

/** Adds to the history. */
export const insertEvent = (tx: Tx, event: DisputeEvent): Promise<void> =>
  tx.defer(
    tx.db.insertInto('dispute_event').values({
      id: event.id,
      dispute_id: event.disputeId,
      kind: event.kind,
      source: event.source,
      note: event.note,
      happened_at: tx.now.toString(),
    }),
  )

/** By the shop's id. */
export const selectById = async (db: Db, id: string): Promise<Dispute | null> => {
  const row = await disputesIn(db).where('id', '=', id).executeTakeFirst()
  return row ? disputeFrom(row) : null
}

/** Those that are not decided, the most urgent first. */
export const selectOpen = async (db: Db): Promise<Dispute[]> => {
  const open = disputesIn(db).where('closed_at', 'is', null)
  return (await open.orderBy('evidence_due_at').orderBy('id').execute()).map(disputeFrom)
}

/** The history of a dispute, the oldest first. */
export const selectEvents = async (
  db: Db,
  disputeId: string,
): Promise<
  readonly { readonly kind: string; readonly source: string; readonly note: string; readonly at: string }[]
> => {
  const rows = await db
    .selectFrom('dispute_event')
    .select(['kind', 'source', 'note', 'happened_at as at'])
    .where('dispute_id', '=', disputeId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
  return rows
}

/** The last day for evidence of the next one that waits for it and was not marked. */
export const selectNextDue = async (db: Db): Promise<Temporal.Instant | null> => {
  const row = await db
    .selectFrom('dispute')
    .select('evidence_due_at as at')
    .where('closed_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('state', 'in', unansweredStates)
    .orderBy('evidence_due_at')
    .limit(1)
    .executeTakeFirst()
  return instantOrNull(row?.at ?? null)
}

/** Whether `claimForReminder` would find any. */
export const hasReminderDue = (db: Kysely<Database>, until: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists ${unremindedUntil(db, until).select('id')}`

const unremindedUntil = (db: Kysely<Database>, until: Temporal.Instant) =>
  db
    .selectFrom('dispute')
    .where('closed_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('evidence_due_at', '<=', until.toString())
    .where('state', 'in', unansweredStates)

/** Marks those that wait for evidence, are due until a moment and were not marked before; returns their ids. */
export const claimForReminder = async (tx: Tx, until: Temporal.Instant): Promise<string[]> => {
  const rows = await tx.db
    .updateTable('dispute')
    .set({ reminded_at: tx.now.toString() })
    .where('id', 'in', unremindedUntil(tx.db, until).select('id'))
    .where('reminded_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
