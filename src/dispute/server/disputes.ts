import { inTransaction } from '#platform/transaction.ts'
import type { DisputeServices } from './follow-dispute.ts'
import {
  selectNextDue,
  claimForReminder,
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

/** Publishes that evidence is due in a few days, once for each dispute that waits for it. */
export const remindOfEvidence = ({ deps, disputes: policy }: DisputeServices): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const until = tx.now.add({ hours: policy.remind_days_before * 24 })
    for (const disputeId of await claimForReminder(tx, until)) tx.publish({ kind: 'dispute-due', disputeId })
  })
