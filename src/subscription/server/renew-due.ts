import { listPlans } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { selectFreeLeft } from './open-cycles.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { chargeDueCycle, openRenewals } from './open-renewals.ts'
import type { OpenedRenewals, RenewalTools } from './open-renewals.ts'
import { bookBatch, bookEnds, closeLostRuns, closeRun } from './renewal-runs.ts'
import type { BatchEnds } from './renewal-runs.ts'
import { claimDueSubscriptions } from './subscription-store.ts'

export type { RenewalTools } from './open-renewals.ts'

/** What became of the due subscriptions of a run; every one of them is in exactly one of the parts. */
export interface RenewalReport {
  readonly due: number
  readonly ends: Readonly<Record<CycleEnd | 'refused', number>>
}

/** Subscriptions claimed and charged in one go: a transaction opens them all, each is finished in its own. */
const batchSize = 50
const chargedAtOnce = 8

/** Longer than a worker takes from opening a batch to billing what is free in it. */
const patienceSeconds = 45

/** Claims what is due, opens its cycles and writes their charges down: everything before anybody is asked for money. */
const openDue =
  (tools: RenewalTools, runId: string) =>
  async (work: Work): Promise<OpenedRenewals> => {
    const opened = await openRenewals(tools, work, await claimDueSubscriptions(work, batchSize), null)
    if (opened.claimed > 0) await bookBatch(work, runId, opened.claimed, opened.entries)
    return opened
  }

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
})

const settleBatch = async (tools: RenewalTools, batch: OpenedRenewals): Promise<BatchEnds> => {
  const ends: (readonly [string, CycleEnd])[] = []
  for (const cycleId of batch.free) {
    ends.push([cycleId, await inTransaction(tools.world, (work) => finishFreeCycle(work, cycleId))])
  }
  await eachAtOnce(batch.charges, chargedAtOnce, async (opened) => {
    ends.push([opened.charge.purposeId, await chargeDueCycle(tools, opened)])
  })
  return ends
}

/** Cycles without anything to pay whose worker died between opening and billing them: no charge is there to remind of them. */
const finishLeftCycles = async (world: World): Promise<void> => {
  const before = world.clock.now().subtract({ seconds: patienceSeconds })
  for (const id of await selectFreeLeft(world.database, before, batchSize))
    await inTransaction(world, (work) => finishFreeCycle(work, id))
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
    const batch = await inTransaction(world, openDue(tools, runId))
    if (batch.claimed === 0) break
    world.reach('renewal: cycles opened')
    due += batch.claimed
    const settled = await settleBatch(tools, batch)
    await inTransaction(world, (work) => bookEnds(work, runId, settled))
    for (const [, end] of settled) ends[end] += 1
    ends.refused += batch.claimed - settled.length
  }
  if (due > 0) await closeRun(world, runId)
  return { due, ends }
}
