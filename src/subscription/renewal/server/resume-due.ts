import type { Expression } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { resumedTerms, activatedOnDay } from '#subscription/record/rules/subscription-terms.ts'
import { publishChange } from '#subscription/record/server/change-events.ts'
import { doBatch } from './park-failed.ts'
import { readTerms, writeTerms } from '#subscription/record/server/terms-records.ts'
import { insertChange } from '#subscription/record/server/subscription-change-store.ts'
import { dueForResume, dueForStart } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

const batchSize = 50

/** The day that was named counts, however late the worker comes. */
const resume = async (tx: Tx, row: StoredSubscription): Promise<void> => {
  const before = await readTerms(tx.db, row)
  const day = Temporal.PlainDate.from(row.pausedUntil ?? tx.today.toString())
  const after = resumedTerms(before, day)
  const written = await writeTerms(tx, row, before, after)
  const id = tx.ids.uuid()
  await insertChange(tx, {
    id,
    subscriptionId: row.id,
    accountId: row.accountId,
    memberId: null,
    requestId: id,
    fingerprint: '',
    action: 'resume',
    before,
    after,
    reason: null,
    charges: false,
    version: written.version,
  })
  publishChange(tx, row, id, 'resume')
}

const resumeAll = async (tx: Tx, rows: readonly StoredSubscription[]): Promise<number> => {
  for (const row of rows) await resume(tx, row)
  return rows.length
}

/** Whether `resumeDue` has something to do. */
export const hasDueToResume = ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  dueForResume.isAny(database, dateIn(clock.now(), brand.timeZone))

/** Ends the pauses whose day has come; returns how many. */
export const resumeDue = async (deps: AppDeps): Promise<number> => {
  let resumed = 0
  for (;;) {
    const { done } = await doBatch(deps, {
      name: 'resume',
      due: dueForResume,
      limit: batchSize,
      run: resumeAll,
    })
    const count = done.reduce((sum, one) => sum + one, 0)
    resumed += count
    if (count === 0) return resumed
  }
}

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
