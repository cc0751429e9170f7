import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import {
  recordBatch,
  recordEnds,
  brokenRuns,
  closeLostRuns,
  closeRun,
} from '#subscription/renewal/server/renewal-runs.ts'
import { openTestDeps } from '../support/test-deps.ts'

let app: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  app = await openTestDeps('2026-11-20T10:00:00Z')
})

afterAll(() => app.close())

/** A batch of one subscription whose charge is under way; answers its cycle. */
const openBatch = async (runId: string): Promise<string> => {
  const { deps } = app
  const cycleId = deps.ids.uuid()
  const ids = { subscriptionId: deps.ids.uuid(), accountId: deps.ids.uuid(), cycleId }
  const entry = { ...ids, attempt: 1, dueOn: '2026-11-20', outcome: 'open', reason: null }
  await inTransaction(deps, (tx) => recordBatch(tx, runId, 1, [entry]))
  return cycleId
}

const bill = (runId: string, cycleId: string) =>
  inTransaction(app.deps, (tx) => recordEnds(tx, runId, [[cycleId, 'billed']]))

const isFinished = async (id: string): Promise<boolean> => {
  const run = await app.deps.database
    .selectFrom('renewal_run')
    .select('finished_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return run.finished_at !== null
}

test('a run that another worker’s clock considered lost still counts the subscriptions it opens afterwards', async () => {
  const { deps } = app
  const runId = deps.ids.uuid()
  await bill(runId, await openBatch(runId))
  app.travelTo('2026-11-20T10:10:01Z')
  await closeLostRuns(deps)
  expect(await isFinished(runId)).toBe(true)

  const second = await openBatch(runId)
  expect(await isFinished(runId)).toBe(false)
  expect(await brokenRuns(deps.database)).toEqual([])
  await bill(runId, second)
  await closeRun(deps, runId)
  expect(await isFinished(runId)).toBe(true)
  expect(await brokenRuns(deps.database)).toEqual([])
})
