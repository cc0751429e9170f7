import { inTransaction } from '#platform/transaction.ts'
import type { DisputeServices } from './follow-dispute.ts'
import {
  selectNextDue,
  claimForReminder,
  selectById,
  selectDisputesOfCharge,
  selectDisputesAfter,
  selectEvents,
  selectOpen,
} from './dispute-store.ts'
import type { Db } from './dispute-store.ts'
import type { Dispute } from './dispute-record.ts'

export type { Dispute } from './dispute-record.ts'
export {
  selectById as disputeById,
  selectDisputesOfCharge as disputesOfCharge,
  selectEvents as disputeHistory,
  selectOpen as openDisputes,
}

const pageSize = 500

/** Every dispute, the oldest first. */
export const allDisputes = async (db: Db): Promise<readonly Dispute[]> => {
  const all: Dispute[] = []
  for (let page = await selectDisputesAfter(db, null, pageSize); page.length > 0;) {
    all.push(...page)
    page = await selectDisputesAfter(db, page.at(-1)?.id ?? null, pageSize)
  }
  return all
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
