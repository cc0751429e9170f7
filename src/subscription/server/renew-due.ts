import { listPlans } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { chargeCycle, openRenewals } from './open-renewals.ts'
import type { OpenedRenewals, RenewalTools } from './open-renewals.ts'
import { claimDueSubscriptions } from './subscription-store.ts'

export type { RenewalTools } from './open-renewals.ts'

/** What became of the due subscriptions of a run; every one of them is in exactly one of the parts. */
export interface RenewalReport {
  readonly due: number
  readonly ends: Readonly<Record<CycleEnd | 'taken', number>>
}

/** Subscriptions claimed and charged in one go: a transaction opens them all, each is finished in its own. */
const batchSize = 50
const chargedAtOnce = 8

/** Claims what is due, opens its cycles and writes their charges down: everything before anybody is asked for money. */
const openDue =
  (tools: RenewalTools) =>
  async (work: Work): Promise<OpenedRenewals> =>
    openRenewals(tools, work, await claimDueSubscriptions(work, batchSize), null)

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
  taken: 0,
})

const settleRun = async (
  tools: RenewalTools,
  run: OpenedRenewals,
  ends: Record<CycleEnd | 'taken', number>,
) => {
  ends.taken += run.claimed - run.charges.length - run.free.length
  for (const cycleId of run.free) {
    ends[await inTransaction(tools.world, (work) => finishFreeCycle(work, cycleId))] += 1
  }
  await eachAtOnce(run.charges, chargedAtOnce, async (charge) => {
    ends[await chargeCycle(tools, charge)] += 1
  })
}

/**
 * Bills everything overdue, oldest first, whenever it is called and by however many workers: a claimed subscription is
 * out of the others' way, and the key of its billing cycle lets it be billed once. The parts of the report add up to
 * the subscriptions that were due.
 */
export const renewDue = async (tools: RenewalTools): Promise<RenewalReport> => {
  const ends = noEnds()
  let due = 0
  for (;;) {
    // Kept in memory before the transaction that looks for them there.
    await listPlans(tools.world)
    const run = await inTransaction(tools.world, openDue(tools))
    if (run.claimed === 0) return { due, ends }
    tools.world.reach('renewal: cycles opened')
    due += run.claimed
    await settleRun(tools, run, ends)
  }
}
