import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
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

/** The outcomes of the cancel page from one moment on and before another. */
export const selectOutcomes = (
  db: Kysely<Database>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<
  readonly {
    readonly change_id: string
    readonly variant: string
    readonly reason_id: string
    readonly outcome: string
  }[]
> =>
  db
    .selectFrom('retention_outcome')
    .select(['change_id', 'variant', 'reason_id', 'outcome'])
    .where('at', '>=', from.toString())
    .where('at', '<', to.toString())
    .execute()
