import type { Tx } from '#platform/app-deps.ts'

interface RetentionOutcome {
  readonly changeId: string
  readonly subscriptionId: string
  readonly accountId: string
  readonly variant: string
  readonly reasonId: string
  readonly outcome: 'left' | 'stayed'
}

/** The outcome of a visit to the cancel page, once per change. */
export const insertOutcome = async (tx: Tx, outcome: RetentionOutcome): Promise<void> => {
  await tx.db
    .insertInto('retention_outcome')
    .values({
      change_id: outcome.changeId,
      subscription_id: outcome.subscriptionId,
      account_id: outcome.accountId,
      variant: outcome.variant,
      reason_id: outcome.reasonId,
      outcome: outcome.outcome,
      at: tx.now.toString(),
    })
    .execute()
}
