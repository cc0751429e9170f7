import type { Kysely } from 'kysely'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { retryOutcome } from '../rules/after-retry.ts'
import type { RetryOutcome } from '../rules/after-retry.ts'
import { selectStopped } from '#subscription/record/server/stop-store.ts'
import { selectSubscriptionsById } from '#subscription/record/server/subscription-queries.ts'
import { selectParked, unparkSubscriptions } from '#subscription/record/server/parked-store.ts'

export {
  selectParked as parkedSubscriptions,
  selectParkedOne as parkedSubscription,
} from '#subscription/record/server/parked-store.ts'

/** How many subscriptions are parked. */
export const parkedCount = async (db: Kysely<Database>): Promise<number> => (await selectParked(db)).length

const outcomesOf = async (
  db: Kysely<Database>,
  parked: Awaited<ReturnType<typeof unparkSubscriptions>>,
): Promise<readonly RetryOutcome[]> => {
  const ids = parked.map((one) => one.subscription_id)
  const states = new Map((await selectSubscriptionsById(db, ids)).map(({ id, state }) => [id, state]))
  const stopped = await selectStopped(db, ids)
  return parked.flatMap(({ subscription_id: id, step }) => {
    const state = states.get(id)
    return state ? [retryOutcome(step, state, stopped.has(id))] : []
  })
}

/**
 * Retries one at the next check of due work, or all of them for null; returns what follows for each. Of two people at the
 * same moment one takes it up. `also` is called last when any was parked: who did it.
 */
export const unpark = (
  deps: AppDeps,
  subscriptionId: string | null,
  also?: (tx: Tx, outcomes: readonly RetryOutcome[]) => void,
): Promise<readonly RetryOutcome[]> =>
  inTransaction(deps, async (tx) => {
    const outcomes = await outcomesOf(tx.db, await unparkSubscriptions(tx, subscriptionId))
    if (outcomes.length > 0) also?.(tx, outcomes)
    return outcomes
  })
