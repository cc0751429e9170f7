import type { Work, World } from '#platform/world.ts'
import { resumedOn } from '../rules/steering.ts'
import { announceChange } from './change-announcements.ts'
import { doBatch } from './park-broken.ts'
import { readSteering, writeSteering } from './steering-records.ts'
import { insertChange } from './subscription-change-store.ts'
import { resuming } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const batchSize = 50

/** The day that was named counts, however late the worker comes. */
const resume = async (work: Work, row: SubscriptionRow): Promise<void> => {
  const before = await readSteering(work.db, row)
  const day = Temporal.PlainDate.from(row.paused_until ?? work.today.toString())
  const after = resumedOn(before, day)
  const written = await writeSteering(work, row, before, after)
  const id = work.ids.uuid()
  await insertChange(work, {
    id,
    subscriptionId: row.id,
    accountId: row.account_id,
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
  announceChange(work, row, id, 'resume')
}

const resumeAll = async (work: Work, rows: readonly SubscriptionRow[]): Promise<number> => {
  for (const row of rows) await resume(work, row)
  return rows.length
}

/** Ends the pauses whose day has come; returns how many. */
export const resumeDue = async (world: World): Promise<number> => {
  let resumed = 0
  for (;;) {
    const { done } = await doBatch(world, { name: 'resume', due: resuming, limit: batchSize, act: resumeAll })
    const count = done.reduce((sum, one) => sum + one, 0)
    resumed += count
    if (count === 0) return resumed
  }
}
