import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import { hasDueReadings } from './check-store.ts'
import type { DisputeServices } from './follow-dispute.ts'
import {
  selectNextDue,
  claimForReminder,
  hasReminderDue,
  selectById,
  selectContestedCharges,
  selectDisputesOfCharge,
  selectEvents,
  selectOpen,
  selectStatesOfAccount,
} from './dispute-store.ts'
import type { Db } from './dispute-store.ts'
import type { BankRecord } from '../rules/bank-record.ts'
import { countWarningsOf } from './warning-store.ts'

export { allDisputes } from './all-disputes.ts'
export { acceptDispute, evidenceFile, submitEvidence } from './answer-dispute.ts'
export type { AlsoAnswered } from './answer-dispute.ts'
export type { Dispute } from './dispute-record.ts'
export type { DisputeServices } from './follow-dispute.ts'
export { gatherEvidence } from './gather-evidence.ts'
export {
  selectById as disputeById,
  selectContestedCharges as contestedCharges,
  selectDisputesOfCharge as disputesOfCharge,
  selectEvents as disputeHistory,
  selectOpen as openDisputes,
}

/** What banks have said of a member's payments; null for nothing. */
export const bankRecordOf = async (db: Db, accountId: string): Promise<BankRecord | null> => {
  const states = await selectStatesOfAccount(db, accountId)
  const warnings = await countWarningsOf(db, accountId)
  if (states.length + warnings === 0) return null
  return {
    disputes: states.length,
    open: states.filter((state) => !isDisputeClosed(state)).length,
    lost: states.filter((state) => state === 'lost').length,
    warnings,
  }
}

/** When the shop is reminded of evidence next; null when nothing waits for it. */
export const nextReminderAt = async ({
  deps,
  disputes: policy,
}: DisputeServices): Promise<Temporal.Instant | null> =>
  (await selectNextDue(deps.database))?.subtract({ hours: policy.remind_days_before * 24 }) ?? null

const remindedUntil = (now: Temporal.Instant, { disputes: policy }: DisputeServices): Temporal.Instant =>
  now.add({ hours: policy.remind_days_before * 24 })

/** Whether a dispute is due for a reading, or its evidence for a reminder. */
export const hasDueDisputes = (services: DisputeServices): Expression<boolean> => {
  const { deps, processor } = services
  const now = deps.clock.now()
  const isReminderDue = hasReminderDue(deps.database, remindedUntil(now, services))
  return sql<boolean>`(${hasDueReadings(deps.database, processor.name, now)} or ${isReminderDue})`
}

/** Publishes that evidence is due in a few days, once for each dispute that waits for it. */
export const remindOfEvidence = (services: DisputeServices): Promise<void> =>
  inTransaction(services.deps, async (tx) => {
    for (const disputeId of await claimForReminder(tx, remindedUntil(tx.now, services)))
      tx.publish({ kind: 'dispute-due', disputeId })
  })
