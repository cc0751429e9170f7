import { listPlans } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { selectFreeLeft } from './open-cycles.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { chargeDueCycle, openRenewals } from './open-renewals.ts'
import type { OpenedCycle, OpenedRenewals, RenewalTools } from './open-renewals.ts'
import { doBatch, isOutage, park } from './park-broken.ts'
import { bookBatch, bookEnds, closeLostRuns, closeRun } from './renewal-runs.ts'
import type { BatchEnds } from './renewal-runs.ts'
import { parkedEntry } from './renewal-run-store.ts'
import { dueSubscriptions } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

export type { RenewalTools } from './open-renewals.ts'

/** What became of the due subscriptions of a run; every one of them is in exactly one of the parts. */
export interface RenewalReport {
  readonly due: number
  readonly ends: Readonly<Record<CycleEnd | 'refused' | 'parked', number>>
}

/** Subscriptions claimed and charged in one go: a transaction opens them all, each is finished in its own. */
const batchSize = 50
const chargedAtOnce = 8

/** Longer than a worker takes from opening a batch to billing what is free in it. */
const patienceSeconds = 45

/** Opens the cycles of what is due and writes their charges down: everything before anybody is asked for money. */
const openDue = async (
  tools: RenewalTools,
  runId: string,
  work: Work,
  rows: readonly SubscriptionRow[],
): Promise<OpenedRenewals> => {
  const opened = await openRenewals(tools, work, rows, null)
  if (opened.claimed > 0) await bookBatch(work, runId, opened.claimed, opened.entries)
  return opened
}

/** A batch of the run; more than one when each subscription had to have a transaction of its own. */
const openBatch = (tools: RenewalTools, runId: string) =>
  doBatch(tools.world, {
    name: 'renewal',
    due: dueSubscriptions,
    limit: batchSize,
    act: (work, rows) => openDue(tools, runId, work, rows),
    onPark: (work, row) => bookBatch(work, runId, 1, [parkedEntry(work, row)]),
  })

/** Runs `act` for each item, `width` of them at a time. */
const eachAtOnce = async <T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
}

const noEnds = () => ({
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

/** Settles one of a batch by itself: whatever goes wrong with it, the others go on, and the poller comes back to it. */
const settleOne = async (
  tools: RenewalTools,
  { cycleId, row }: OpenedCycle,
  settle: () => Promise<CycleEnd>,
): Promise<readonly [string, CycleEnd]> => {
  try {
    return [cycleId, await settle()]
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    await park(tools.world, row, 'order', thrown)
    return [cycleId, 'pending']
  }
}

const settleBatch = async (tools: RenewalTools, batch: OpenedRenewals): Promise<BatchEnds> => {
  const ends: (readonly [string, CycleEnd])[] = []
  for (const cycle of batch.free) {
    // Awaited, so that the sweep of crashes sees this line.
    const finish = async () =>
      await inTransaction(tools.world, (work) => finishFreeCycle(work, cycle.cycleId))
    ends.push(await settleOne(tools, cycle, finish))
  }
  await eachAtOnce(batch.charges, chargedAtOnce, async (opened) => {
    ends.push(await settleOne(tools, opened, () => chargeDueCycle(tools, opened)))
  })
  return ends
}

/** Cycles without anything to pay whose worker died between opening and billing them: no charge is there to remind of them. */
const finishLeftCycles = async (world: World): Promise<void> => {
  const before = world.clock.now().subtract({ seconds: patienceSeconds })
  for (const { id, subscription_id, account_id } of await selectFreeLeft(world.database, before, batchSize)) {
    try {
      await inTransaction(world, (work) => finishFreeCycle(work, id))
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      await park(world, { id: subscription_id, account_id }, 'order', thrown)
    }
  }
}

/**
 * Bills everything overdue, oldest first, whenever it is called and by however many workers: a claimed subscription is
 * out of the others' way, and the key of its billing cycle lets it be billed once. The parts of the report add up to
 * the subscriptions that were due; the books of the run say it of each of them.
 */
export const renewDue = async (tools: RenewalTools): Promise<RenewalReport> => {
  const { world } = tools
  await closeLostRuns(world)
  await finishLeftCycles(world)
  const runId = world.ids.uuid()
  const ends = noEnds()
  let due = 0
  for (;;) {
    // Kept in memory before the transaction that looks for them there.
    await listPlans(world)
    const { done: batches, parked } = await openBatch(tools, runId)
    const claimed = batches.reduce((sum, batch) => sum + batch.claimed, 0)
    due += claimed + parked
    ends.parked += parked
    if (claimed + parked === 0) break
    world.reach('renewal: cycles opened')
    for (const batch of batches) {
      const settled = await settleBatch(tools, batch)
      await inTransaction(world, (work) => bookEnds(work, runId, settled))
      for (const [, end] of settled) ends[end] += 1
      ends.refused += batch.claimed - settled.length
    }
  }
  if (due > 0) await closeRun(world, runId)
  return { due, ends }
}
