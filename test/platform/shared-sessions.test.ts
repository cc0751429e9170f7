import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/database.ts'
import { requireUsable } from '#platform/pooler.ts'
import { asWork } from '#platform/time-limits.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { urlOf } from '../support/pgbouncer.ts'

const timeLimits = { read: 30, write: 1, background: 40, report: 50 }

let database: FreshDatabase
let opened: OpenDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const url = urlOf(database.address)
  // One session, which a pooler would give to others after each transaction.
  const options = { maxConnections: 1, onIdleError: () => undefined, timeLimits }
  opened = openDatabase({ kind: 'url', url, poolerUrl: url }, options)
})

afterAll(async () => {
  await opened.close()
  await database.close()
})

/** What the session would keep for the next client of a pooler. */
const kept = async () => {
  const { rows } = await opened.pool.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, (select count(*)::int from pg_prepared_statements) as prepared`)
  return rows
}

const nothing = [{ statement: '0', lock: '0', prepared: 0 }]

const limitIn = sql<{ limit: string }>`select current_setting('statement_timeout') as limit, ${1}::int as n`

test('a statement has the time limit of its work, alone and in a transaction, and the session keeps no setting', async () => {
  for (const [kind, limit] of [
    ['read', '30s'],
    ['report', '50s'],
  ] as const) {
    const alone = await asWork(kind, () => limitIn.execute(opened.kysely))
    const within = await asWork(kind, () => opened.kysely.transaction().execute((db) => limitIn.execute(db)))
    expect([alone.rows[0]?.limit, within.rows[0]?.limit]).toEqual([limit, limit])
    expect(await kept()).toEqual(nothing)
  }
})

test('a failed statement fails with its own error and leaves no transaction open', async () => {
  const wrong = sql`select ${1}::int / 0`
  await expect(wrong.execute(opened.kysely)).rejects.toMatchObject({ code: '22012' })
  const tooLong = asWork('write', () => sql`select pg_sleep(${20})`.execute(opened.kysely))
  await expect(tooLong).rejects.toMatchObject({ code: '57014' })
  const { rows } = await opened.pool.query(
    'select txid_current_if_assigned() as id, now() = statement_timestamp() as alone',
  )
  expect(rows).toEqual([{ id: null, alone: true }])
  expect(await kept()).toEqual(nothing)
})

test('a single write is committed, and an awaited one returns its row count', async () => {
  await opened.pool.query('create table sample (id int)')
  const added = await sql`insert into sample values (${1}), (${2})`.execute(opened.kysely)
  expect(added.numAffectedRows).toBe(2n)
  expect((await database.pool.query('select from sample')).rowCount).toBe(2)
})

test('without a pooler the configured server is used', async () => {
  const url = urlOf(database.address)
  await requireUsable({ kind: 'url', url, poolerUrl: url })
  const other = await freshDatabase()
  const elsewhere = { kind: 'url', url, poolerUrl: urlOf(other.address) } as const
  await expect(requireUsable(elsewhere)).rejects.toThrow('leads to another database')
  await other.close()
})
