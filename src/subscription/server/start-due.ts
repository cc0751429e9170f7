import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import { startedOnDay } from '../rules/steering.ts'
import { readSteering, writeSteering } from './steering-records.ts'
import { claimStarting } from './subscription-store.ts'

const batchSize = 50

/**
 * Makes the subscriptions active that begin by today; returns how many. Their first order is due with it, so the
 * renewals of the same look at what is due bill them and tell of it.
 */
export const startDue = async (world: World): Promise<number> => {
  let started = 0
  for (;;) {
    const count = await inTransaction(world, async (work) => {
      const rows = await claimStarting(work, batchSize)
      for (const row of rows) {
        const before = await readSteering(work.db, row)
        await writeSteering(work, row, before, startedOnDay(before))
      }
      return rows.length
    })
    started += count
    if (count < batchSize) return started
  }
}
