import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { hasUnbilledFreeCycles, selectUnbilledFreeCycles } from './open-cycles.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { chargeDueCycles, settleOne } from './charge-cycles.ts'
import { openRenewals } from './open-renewals.ts'
import type { OpenedCycle, OpenedRenewals, RenewalDeps } from './open-renewals.ts'
import { doBatch, isOutage, park } from './park-failed.ts'
import { recordBatch, recordEnds, closeLostRuns, closeRun, isRunLost } from './renewal-runs.ts'
import type { BatchEnds } from './renewal-runs.ts'
import { parkedEntry } from './renewal-run-store.ts'
import { withdrawStoppedPrice } from './withdraw-opened.ts'
import { dueForRenewal } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

export type { RenewalDeps } from './open-renewals.ts'

/** The outcomes of the due subscriptions of a run; each subscription is in exactly one of the parts. */
export interface RenewalReport {
  readonly due: number
  readonly ends: Readonly<Record<CycleEnd | 'refused' | 'parked', number>>
}

/** Subscriptions claimed and charged in one go. */
const batchSize = 50

/** Longer than a worker takes from opening a batch to billing it. */
const abandonedAfterSeconds = 45

/** Opens the cycles of what is due and records their charges, before the processor is asked. */
const openDue = async (
  services: RenewalDeps,
  runId: string,
  tx: Tx,
  rows: readonly StoredSubscription[],
): Promise<OpenedRenewals> => {
  const opened = await openRenewals(services, tx, rows, null)
  if (opened.claimed > 0) await recordBatch(tx, runId, opened.claimed, opened.entries)
  return opened
}

/** A batch of the run; more than one when each subscription needed a transaction of its own. */
const openBatch = (services: RenewalDeps, runId: string) =>
  doBatch(services.deps, {
    name: 'renewal',
    due: dueForRenewal,
    limit: batchSize,
    run: (tx, rows) => openDue(services, runId, tx, rows),
    onPark: (tx, row) => recordBatch(tx, runId, 1, [parkedEntry(tx, row)]),
  })

const emptyEnds = () => ({
  billed: 0,
  declined: 0,
  failed: 0,
  pending: 0,
  reopened: 0,
  withdrawn: 0,
  'settled-before': 0,
  refused: 0,
  parked: 0,
})

/** Bills a cycle with nothing to pay, unless it was priced by an increase that is stopped: then it is due as it was. */
const finishFree = async (tx: Tx, { cycleId, row }: OpenedCycle): Promise<CycleEnd> =>
  (await withdrawStoppedPrice(tx, { id: cycleId, subscriptionId: row.id }))
    ? 'settled-before'
    : finishFreeCycle(tx, cycleId)

const settleBatch = async (services: RenewalDeps, batch: OpenedRenewals): Promise<BatchEnds> => {
  const ends: (readonly [string, CycleEnd])[] = []
  for (const cycle of batch.free) {
    // Awaited, so that the sweep of crashes sees this line.
    const finish = async () => await inTransaction(services.deps, (tx) => finishFree(tx, cycle))
    ends.push(await settleOne(services, cycle, finish))
  }
  return [...ends, ...(await chargeDueCycles(services, batch.charges))]
}

const abandonedBefore = ({ clock }: Pick<AppDeps, 'clock'>): Temporal.Instant =>
  clock.now().subtract({ seconds: abandonedAfterSeconds })

/** Cycles without anything to pay whose worker died between opening and billing them: no charge is there to remind of them. */
const finishAbandonedFreeCycles = async (deps: AppDeps): Promise<void> => {
  for (const { id, subscriptionId, accountId } of await selectUnbilledFreeCycles(
    deps.database,
    abandonedBefore(deps),
    batchSize,
  )) {
    const row = { id: subscriptionId, accountId }
    try {
      await inTransaction(deps, (tx) => finishFree(tx, { cycleId: id, row }))
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      await park(deps, row, 'order', thrown)
    }
  }
}

/** Whether `renewDue` has something to do. */
export const hasDueRenewals = (deps: AppDeps): Expression<boolean> => {
  const isDue = dueForRenewal.isAny(deps.database, dateIn(deps.clock.now(), brand.timeZone))
  const isFreeOneLeft = hasUnbilledFreeCycles(deps.database, abandonedBefore(deps))
  return sql<boolean>`(${isDue} or ${isRunLost(deps)} or ${isFreeOneLeft})`
}

/**
 * Bills everything overdue, oldest first, whenever it is called and by any number of workers: other workers do not see
 * a claimed subscription, and the key of its billing cycle lets it be billed once. The parts of the report add up to
 * the subscriptions that were due; the entries of the run name each of them.
 */
export const renewDue = async (services: RenewalDeps): Promise<RenewalReport> => {
  const { deps } = services
  await closeLostRuns(deps)
  await finishAbandonedFreeCycles(deps)
  const runId = deps.ids.uuid()
  const ends = emptyEnds()
  let due = 0
  for (;;) {
    // Cached before the transaction that needs them.
    await readCatalogue(deps)
    const { done: batches, parked } = await openBatch(services, runId)
    const claimed = batches.reduce((sum, batch) => sum + batch.claimed, 0)
    due += claimed + parked
    ends.parked += parked
    if (claimed + parked === 0) break
    deps.reachCrashPoint('renewal: cycles opened')
    for (const batch of batches) {
      const settled = await settleBatch(services, batch)
      await inTransaction(deps, (tx) => recordEnds(tx, runId, settled))
      for (const [, end] of settled) ends[end] += 1
      ends.refused += batch.claimed - settled.length
    }
  }
  if (due > 0) await closeRun(deps, runId)
  return { due, ends }
}
