import type { Expression } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { activatedOnDay } from '#subscription/record/rules/subscription-terms.ts'
import { doBatch } from './park-failed.ts'
import { readTerms, writeTerms } from '#subscription/record/server/terms-records.ts'
import { dueForStart } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

const batchSize = 50

const startAll = async (tx: Tx, rows: readonly StoredSubscription[]): Promise<number> => {
  for (const row of rows) {
    const before = await readTerms(tx.db, row)
    const after = activatedOnDay(before)
    await writeTerms(tx, row, before, after)
    const { id: subscriptionId, accountId } = row
    tx.publish({ kind: 'subscription-state-changed', subscriptionId, accountId, state: after.state })
  }
  return rows.length
}

/** Whether `startDue` has something to do. */
export const hasDueToStart = ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  dueForStart.isAny(database, dateIn(clock.now(), brand.timeZone))

/**
 * Activates the subscriptions that start by today; returns how many. Their first order is due then, so the renewals of
 * the same run bill them.
 */
export const startDue = async (deps: AppDeps): Promise<number> => {
  let started = 0
  for (;;) {
    const { done } = await doBatch(deps, { name: 'start', due: dueForStart, limit: batchSize, run: startAll })
    const count = done.reduce((sum, one) => sum + one, 0)
    started += count
    if (count === 0) return started
  }
}
