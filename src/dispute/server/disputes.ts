import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { inTransaction } from '#platform/transaction.ts'
import { hasDueReadings } from './check-store.ts'
import type { DisputeServices } from './follow-dispute.ts'
import {
  selectNextDue,
  claimForReminder,
  hasReminderDue,
  selectById,
  selectDisputesOfCharge,
  selectEvents,
  selectOpen,
} from './dispute-store.ts'

export { allDisputes } from './all-disputes.ts'
export { acceptDispute, evidenceFile, submitEvidence } from './answer-dispute.ts'
export type { AlsoAnswered } from './answer-dispute.ts'
export type { Dispute } from './dispute-record.ts'
export type { DisputeServices } from './follow-dispute.ts'
export { gatherEvidence } from './gather-evidence.ts'
export {
  selectById as disputeById,
  selectDisputesOfCharge as disputesOfCharge,
  selectEvents as disputeHistory,
  selectOpen as openDisputes,
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
