import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#platform/database.ts'
import { forgetJobsBefore, oldestDueJob } from '#platform/job-history.ts'
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

test('a job uses only the connection of its transaction', async () => {
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

test('jobs of a rolled back transaction never run', async () => {
  const failing = inTransaction(deps, async (tx) => {
    await jobs.add(tx, [{ kind: 'greet', payload: { name: 'nobody' } }])
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await jobs.drain(handlers)
  expect(done).toEqual([])
})

test('jobs of a committed transaction run once', async () => {
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

test('a failed job is kept for a retry and does not affect others of its batch', async () => {
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

test('a drain also waits for jobs that run in another process', async () => {
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

const addDone = `insert into pgboss.job (name, data, state, created_on, completed_on)
  select 'shop', '{"kind": "greet", "payload": {"name": "Mara"}}', 'completed', old, old from
    (select now() - n * interval '1 second' as old from generate_series(1, 20000) n) made`

test('expired and open jobs are found among many without reading all of them', async () => {
  const migration = await readFile(join(import.meta.dirname, '../../db/migrations/0376_platform_job_indexes.sql'), 'utf8') // prettier-ignore
  const { pool } = database
  const indexes = `select indexname, indexdef from pg_indexes where indexname like 'loam_job_%' order by 1`
  const made = (await pool.query(indexes)).rows
  expect(made).toHaveLength(3)
  await pool.query('drop index pgboss.loam_job_over, pgboss.loam_job_email, pgboss.loam_job_open')
  await pool.query(migration)
  expect((await pool.query(indexes)).rows).toEqual(made)
  await pool.query(addDone)
  await pool.query('analyze pgboss.job_common')
  const reads = await inTransaction(deps, async (tx) => {
    // The plan that PostgreSQL makes for a table of half a million rows, for the given moment, as in a shop.
    await sql`set local random_page_cost = 1; set local plan_cache_mode = auto`.execute(tx.db)
    await sql`update pgboss.job set data = '{"kind": "greet", "payload": {"email": "mara@example.com"}}'
      where id = (select id from pgboss.job where name = 'shop' order by completed_on desc limit 1)`.execute(
      tx.db,
    )
    const before = Temporal.Now.instant().subtract({ seconds: 19_997 })
    const scans = () =>
      sql<{ all: number; some: number }>`select seq_scan::int as all, idx_scan::int as some
        from pg_stat_xact_all_tables where relname = 'job_common'`.execute(tx.db)
    const [first] = (await scans()).rows
    const forgotten = await forgetJobsBefore(tx, before, 500)
    await oldestDueJob(tx.db)
    const [last] = (await scans()).rows
    return {
      forgotten,
      all: (last?.all ?? 0) - (first?.all ?? 0),
      some: (last?.some ?? 0) > (first?.some ?? 0),
    }
  })
  expect(reads).toMatchObject({ all: 0, some: true })
  // Those of three seconds at least, and the one with an e-mail.
  expect(reads.forgotten).toBeGreaterThan(3)
  expect(reads.forgotten).toBeLessThan(500)
  await pool.query(`delete from pgboss.job where data #>> '{payload,name}' = 'Mara'`)
})

test('the worker picks up jobs by itself and gives up jobs of unknown kinds', async () => {
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
