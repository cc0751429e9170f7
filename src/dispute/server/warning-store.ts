import type { FraudWarningRecord, ProcessorName } from '#payment/processor/server/processor.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Db } from './dispute-store.ts'

/** A bank's warning of fraud. */
export interface FraudWarning {
  readonly id: string
  readonly orderId: string
  readonly fraudType: string
  readonly warnedAt: Temporal.Instant
}

/** Writes a warning and returns its id; null for one that is known. */
export const insertWarning = async (
  tx: Tx,
  owner: {
    readonly processor: ProcessorName
    readonly chargeId: string
    readonly orderId: string
    readonly accountId: string
  },
  record: FraudWarningRecord,
): Promise<string | null> => {
  const row = await tx.db
    .insertInto('fraud_warning')
    .values({
      id: tx.ids.uuid(),
      processor: owner.processor,
      processor_warning: record.processorWarning,
      charge_id: owner.chargeId,
      order_id: owner.orderId,
      account_id: owner.accountId,
      fraud_type: record.fraudType,
      warned_at: record.warnedAt.toString(),
      recorded_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['processor', 'processor_warning']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** How many warnings there are of a member's payments. */
export const countWarningsOf = async (db: Db, accountId: string): Promise<number> => {
  const rows = await db.selectFrom('fraud_warning').select('id').where('account_id', '=', accountId).execute()
  return rows.length
}

/** The warning of an event. */
export const selectWarning = async (db: Db, id: string): Promise<FraudWarning | null> => {
  const row = await db.selectFrom('fraud_warning').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { order_id: orderId, fraud_type: fraudType, warned_at: warnedAt } = row
  return { id, orderId, fraudType, warnedAt: Temporal.Instant.from(warnedAt) }
}
