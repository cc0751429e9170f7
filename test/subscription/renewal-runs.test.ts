import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import {
  bookBatch,
  bookEnds,
  brokenRuns,
  closeLostRuns,
  closeRun,
} from '#subscription/server/renewal-runs.ts'
import { openTestWorld } from '../support/world.ts'

let house: Awaited<ReturnType<typeof openTestWorld>>

beforeAll(async () => {
  house = await openTestWorld('2026-11-20T10:00:00Z')
})

afterAll(() => house.close())

/** A batch of one subscription whose charge is under way; answers its cycle. */
const openBatch = async (runId: string): Promise<string> => {
  const { world } = house
  const cycleId = world.ids.uuid()
  const ids = { subscriptionId: world.ids.uuid(), accountId: world.ids.uuid(), cycleId }
  const entry = { ...ids, attempt: 1, dueOn: '2026-11-20', outcome: 'open', reason: null }
  await inTransaction(world, (work) => bookBatch(work, runId, 1, [entry]))
  return cycleId
}

const bill = (runId: string, cycleId: string) =>
  inTransaction(house.world, (work) => bookEnds(work, runId, [[cycleId, 'billed']]))

const isFinished = async (id: string): Promise<boolean> => {
  const run = await house.world.database
    .selectFrom('renewal_run')
    .select('finished_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return run.finished_at !== null
}

test('a run that a worker with another clock took for lost accounts for what it opens afterwards', async () => {
  const { world } = house
  const runId = world.ids.uuid()
  await bill(runId, await openBatch(runId))
  house.travelTo('2026-11-20T10:10:01Z')
  await closeLostRuns(world)
  expect(await isFinished(runId)).toBe(true)

  const second = await openBatch(runId)
  expect(await isFinished(runId)).toBe(false)
  expect(await brokenRuns(world.database)).toEqual([])
  await bill(runId, second)
  await closeRun(world, runId)
  expect(await isFinished(runId)).toBe(true)
  expect(await brokenRuns(world.database)).toEqual([])
})
