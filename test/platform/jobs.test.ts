import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#platform/database.ts'
import { createJobs, type JobHandlers } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openTestDeps } from '../support/test-deps.ts'

const shapes = {
  greet: z.object({ name: z.string() }),
  count: z.object({ number: z.int() }),
  break: z.object({}),
}

const opened = await openTestDeps()
const { deps, database } = opened
const jobs = await createJobs(database.pool, shapes, deps.log)
const done: string[] = []

const handlers: JobHandlers<typeof shapes> = {
  greet: async ({ name }, { id }) => void done.push(`greet ${name}`, ...(id === '' ? ['without an id'] : [])),
  count: async ({ number }) => void done.push(`count ${number}`),
  break: async () => {
    throw new Error('the mail server is away')
  },
}

beforeEach(() => {
  done.length = 0
  opened.logged.length = 0
})

afterAll(async () => {
  await jobs.stop()
  await opened.close()
})

test('a job takes no other connection than that of its transaction', async () => {
  const narrow = openDatabase(database.address, { maxConnections: 1, onIdleError: () => undefined })
  const first = await createJobs(narrow.pool, shapes, deps.log)
  await inTransaction({ ...deps, database: narrow.kysely }, (tx) =>
    first.add(tx, [{ kind: 'greet', payload: { name: 'Mara' } }]),
  )
  await first.drain(handlers)
  expect(done).toEqual(['greet Mara'])
  await first.stop()
  await narrow.close()
})

test('jobs of a transaction that is rolled back never happen', async () => {
  const failing = inTransaction(deps, async (tx) => {
    await jobs.add(tx, [{ kind: 'greet', payload: { name: 'nobody' } }])
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await jobs.drain(handlers)
  expect(done).toEqual([])
})

test('jobs of a transaction that commits happen once', async () => {
  await inTransaction(deps, (tx) =>
    jobs.add(tx, [
      { kind: 'greet', payload: { name: 'Mara' } },
      { kind: 'count', payload: { number: 3 } },
    ]),
  )
  await jobs.drain(handlers)
  await jobs.drain(handlers)
  expect(done.toSorted()).toEqual(['count 3', 'greet Mara'])
})

test('a job that fails is kept for a retry and harms no other of its batch', async () => {
  await inTransaction(deps, (tx) =>
    jobs.add(tx, [
      { kind: 'break', payload: {} },
      { kind: 'greet', payload: { name: 'Ada' } },
    ]),
  )
  await jobs.drain(handlers)
  expect(done).toEqual(['greet Ada'])
  const { rows } = await database.pool.query("select state from pgboss.job where data->>'kind' = 'break'")
  expect(rows).toEqual([{ state: 'retry' }])
})

test('a drain ends only when nothing is in the hands of another process either', async () => {
  const other = await createJobs(database.pool, shapes, deps.log)
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await inTransaction(deps, (tx) => jobs.add(tx, [{ kind: 'count', payload: { number: 1 } }]))
  const theirs = other.drain({
    ...handlers,
    count: async ({ number }) => {
      begun.resolve()
      await mayEnd.promise
      done.push(`count ${number}`)
    },
  })
  await begun.promise
  // With one connection, the answer to a statement shows that those before it are done.
  const narrow = openDatabase(database.address, { maxConnections: 1, onIdleError: () => undefined })
  const here = await createJobs(narrow.pool, shapes, deps.log)
  const drained = here.drain(handlers).then(() => done.push('drained'))
  for (let statement = 0; statement < 3; statement += 1) await narrow.pool.query('select')
  mayEnd.resolve()
  await Promise.all([theirs, drained])
  expect(done).toEqual(['count 1', 'drained'])
  await Promise.all([here.stop(), other.stop()])
  await narrow.close()
})

test('the worker takes up jobs by itself and gives up those of a kind that nobody knows', async () => {
  const other = await createJobs(database.pool, { forgotten: z.object({}) }, deps.log)
  await inTransaction(deps, (tx) => other.add(tx, [{ kind: 'forgotten', payload: {} }]))
  await other.stop()
  const greeted = Promise.withResolvers<string>()
  await jobs.startWorker({ ...handlers, greet: async ({ name }) => greeted.resolve(name) })
  await inTransaction(deps, (tx) => jobs.add(tx, [{ kind: 'greet', payload: { name: 'Ilse' } }]))
  expect(await greeted.promise).toBe('Ilse')
  const dead = "select data from pgboss.job where name = 'shop-dead'"
  await expect
    .poll(async () => (await database.pool.query(dead)).rows)
    .toEqual([{ data: { kind: 'forgotten', payload: {} } }])
})
