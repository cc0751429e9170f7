import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { openTestDeps } from '../support/test-deps.ts'

const opened = await openTestDeps()
const { deps, database } = opened
const { kysely, pool } = database

afterAll(() => opened.close())

test('a statement with parameters is prepared once for each connection', async () => {
  const prepared = await kysely.connection().execute(async (db) => {
    for (const n of [1, 2, 3]) await sql`select ${n}::int as counted`.execute(db)
    return sql<{ n: number }>`select count(*) as n from pg_prepared_statements
      where statement like '%as counted'`.execute(db)
  })
  expect(prepared.rows).toEqual([{ n: 1 }])
})

test('a statement that failed to prepare is prepared the next time', async () => {
  const look = sql`select * from later where id = ${1}`
  await kysely.connection().execute(async (db) => {
    await expect(look.execute(db)).rejects.toThrow('does not exist')
    await sql`create table later (id int)`.execute(db)
    expect((await look.execute(db)).rows).toEqual([])
  })
})

test('a transaction succeeds although a migration has just changed one of its tables', async () => {
  await pool.query('create table shelf (id int)')
  await pool.query('insert into shelf values (1)')
  const look = sql`select * from shelf where id = ${1}`
  const readInTx = () => inTransaction(deps, async ({ db }) => (await look.execute(db)).rows)
  expect(await readInTx()).toEqual([{ id: 1 }])
  await pool.query('alter table shelf add column height int')
  expect(await readInTx()).toEqual([{ id: 1, height: null }])
})
