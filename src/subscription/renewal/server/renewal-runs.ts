import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { addsUp, outcomeOf } from '../rules/renewal-run.ts'
import type { RunOutcome } from '../rules/renewal-run.ts'
import { selectCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { selectSkippedOn } from './open-cycles.ts'
import type { CycleEnd } from './cycle-end.ts'
import {
  addToRun,
  claimLostRuns,
  hasLostRuns,
  closeEntries,
  finishRun,
  insertEntries,
  insertSkippedEntries,
  selectOpenEntries,
  selectOutcomes,
  selectUnclosedRuns,
} from './renewal-run-store.ts'
import type { RunEntry } from './renewal-run-store.ts'
import { selectPausedOn } from '#subscription/record/server/subscription-queries.ts'

const outcomeOfEnd = (end: CycleEnd): RunOutcome => {
  switch (end) {
    case 'declined':
      return 'dunned'
    case 'failed':
      return 'ended'
    case 'billed':
    case 'pending':
    case 'reopened':
    case 'withdrawn':
    case 'settled-before':
      return end
    default:
      return end satisfies never
  }
}

/** Writes the entries of a batch, in the transaction that opens it. */
export const recordBatch = async (
  tx: Tx,
  runId: string,
  claimed: number,
  entries: readonly RunEntry[],
): Promise<void> => {
  await addToRun(tx, runId, claimed)
  await insertEntries(tx, runId, entries)
}

/** Cycles of a batch with their outcomes. */
export type BatchEnds = readonly (readonly [cycleId: string, end: CycleEnd])[]

export const recordEnds = async (tx: Tx, runId: string, ends: BatchEnds): Promise<void> => {
  for (const end of new Set(ends.map(([, one]) => one))) {
    const cycleIds = ends.filter(([, one]) => one === end).map(([id]) => id)
    await closeEntries(tx, runId, cycleIds, outcomeOfEnd(end))
  }
}

// Longer than any outage after which a shop comes back on the same day.
const lookBackDays = 7

/** Orders that members skipped, or that fell in a pause: each once, in the first run after its date. */
const recordSkippedOrders = async (tx: Tx, runId: string): Promise<void> => {
  const days = { from: tx.today.subtract({ days: lookBackDays }), to: tx.today }
  const skipped = await selectSkippedOn(tx.db, days)
  const paused = await selectPausedOn(tx.db, days)
  const entry = { attempt: 0, cycleId: null, reason: null }
  const count = await insertSkippedEntries(tx, runId, [
    ...skipped.map((row) => ({ ...entry, ...row, outcome: 'skipped' })),
    ...paused.map((row) => ({ ...entry, ...row, outcome: 'paused' })),
  ])
  await addToRun(tx, runId, count)
}

/** Says loudly when a run does not add up. */
const checkRun = async (deps: AppDeps, runId: string): Promise<void> => {
  const { due, outcomes } = await selectOutcomes(deps.database, runId)
  if (addsUp(due, outcomes)) deps.log.info({ run: runId, due, outcomes }, 'a renewal run is closed')
  else deps.log.error({ run: runId, due, outcomes }, 'a renewal run does not add up')
}

/** The end of a run: skipped orders are recorded with it, and the total is checked. */
export const closeRun = async (deps: AppDeps, runId: string): Promise<void> => {
  await inTransaction(deps, async (tx) => {
    await recordSkippedOrders(tx, runId)
    await finishRun(tx, runId)
  })
  await checkRun(deps, runId)
}

// A batch of a live run is done long before.
const lostAfterMinutes = 10

const closeLost = async (tx: Tx, runId: string): Promise<boolean> => {
  const open = await selectOpenEntries(tx.db, runId)
  for (const entry of open) {
    const cycle = entry.cycle_id === null ? undefined : await selectCycle(tx.db, entry.cycle_id)
    const outcome = cycle ? outcomeOf(cycle.state) : null
    // Being charged at this moment: the poller settles it, and the next check closes the run.
    if (outcome === null || entry.cycle_id === null) return false
    await closeEntries(tx, runId, [entry.cycle_id], outcome)
  }
  await finishRun(tx, runId)
  return true
}

const lostSince = (now: Temporal.Instant): Temporal.Instant => now.subtract({ minutes: lostAfterMinutes })

/** Whether `closeLostRuns` has something to do. */
export const isRunLost = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  hasLostRuns(database, lostSince(clock.now()))

/** Closes runs whose process was lost, by what their cycles have become since. */
export const closeLostRuns = async (deps: AppDeps): Promise<void> => {
  const closed = await inTransaction(deps, async (tx) => {
    const lost = await claimLostRuns(tx, lostSince(tx.now))
    const done: string[] = []
    for (const runId of lost) if (await closeLost(tx, runId)) done.push(runId)
    return done
  })
  for (const runId of closed) await checkRun(deps, runId)
}

/** A sentence for each finished run that does not add up. */
export const brokenRuns = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectUnclosedRuns(db)).map(
    ({ id, due, accounted }) => `renewal run ${id} had ${due} due and accounts for ${accounted}`,
  )
