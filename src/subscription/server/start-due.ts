import type { Work, World } from '#platform/world.ts'
import { startedOnDay } from '../rules/steering.ts'
import { doBatch } from './park-broken.ts'
import { readSteering, writeSteering } from './steering-records.ts'
import { starting } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const batchSize = 50

const startAll = async (work: Work, rows: readonly SubscriptionRow[]): Promise<number> => {
  for (const row of rows) {
    const before = await readSteering(work.db, row)
    await writeSteering(work, row, before, startedOnDay(before))
  }
  return rows.length
}

/**
 * Makes the subscriptions active that begin by today; returns how many. Their first order is due with it, so the
 * renewals of the same look at what is due bill them and tell of it.
 */
export const startDue = async (world: World): Promise<number> => {
  let started = 0
  for (;;) {
    const { done } = await doBatch(world, { name: 'start', due: starting, limit: batchSize, act: startAll })
    const count = done.reduce((sum, one) => sum + one, 0)
    started += count
    if (count === 0) return started
  }
}
