import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database.ts'
import { migrate, pendingMigrations, rehearseMigrations } from '#platform/migrations.ts'
import { emptyDatabase, type FreshDatabase } from '../support/database.ts'

const shipped = join(import.meta.dirname, '../../db/migrations')
let database: FreshDatabase
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)

test('the migrations are applied once, however many processes start together', async () => {
  const others = [1, 2, 3].map(() =>
    openDatabase(database.address, { maxConnections: 2, onIdleError: () => undefined }),
  )
  const applied = await Promise.all(others.map(({ pool }) => migrate(pool, shipped)))
  await Promise.all(others.map(({ close }) => close()))
  const counts = applied.map((names) => names.length).toSorted((a, b) => a - b)
  expect(counts.slice(0, 2)).toEqual([0, 0])
  expect(counts[2]).toBeGreaterThan(5)
  expect(await migrate(database.pool, shipped)).toEqual([])
})

test('a migration edited after it was applied is refused by name', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await migrate(database.pool, folder)
  await write('0001_example.sql', 'create table example (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0001_example.sql was edited after')
})

test('different line endings are not an edit', async () => {
  await write('0001_example.sql', 'create table example (\n id int);\n')
  await migrate(database.pool, folder)
  await write('0001_example.sql', 'create table example (\r\n id int);\r\n')
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('a database of a newer shop is refused by name', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await write('0002_more.sql', 'create table more (id int);')
  await migrate(database.pool, folder)
  await rm(join(folder, '0002_more.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow('0002_more.sql, which this version')
})

test('a failed migration leaves nothing, and those before it stay', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await write('0002_half.sql', 'create table half (id int); select 1 / 0;')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0002_half.sql failed and was undone')
  const { rows } = await database.pool.query(
    "select to_regclass('example') is not null as example, to_regclass('half') as half",
  )
  expect(rows).toEqual([{ example: true, half: null }])
  await write('0002_half.sql', 'create table half (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['0002_half.sql'])
})

const exampleColumns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'example' order by 1",
  )
  return rows.map(({ name }) => name)
}

test('a migration that waits for a table does not block its readers', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await migrate(database.pool, folder)
  await write('0002_column.sql', 'alter table example add column note text;')
  const report = await database.pool.connect()
  await report.query('begin; select from example')
  const applied = migrate(database.pool, folder)
  await vi.waitUntil(async () => {
    const { rows } = await database.pool.query<{ waits: boolean }>(
      `select exists (select from pg_locks where relation = 'example'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`,
    )
    return rows[0]?.waits
  })
  // Behind the waiting migration, whose table nobody would give free before this returns.
  await database.pool.query('select from example')
  expect(await exampleColumns()).toEqual(['id'])
  await report.query('commit')
  report.release()
  expect(await applied).toEqual(['0002_column.sql'])
  expect(await exampleColumns()).toEqual(['id', 'note'])
})

test('a migration whose table never becomes free is rolled back and says so', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await migrate(database.pool, folder)
  await write('0002_column.sql', 'create table half (id int); alter table example add column note text;')
  const report = await database.pool.connect()
  await report.query('begin; select from example')
  await expect(migrate(database.pool, folder, { lockSeconds: 1 })).rejects.toThrow(
    '0002_column.sql got no lock on its tables for 1 seconds and was undone',
  )
  await report.query('rollback')
  report.release()
  expect(await exampleColumns()).toEqual(['id'])
  expect(await migrate(database.pool, folder)).toEqual(['0002_column.sql'])
})

test('a migration that loses a deadlock against a buyer is applied again', async () => {
  await write('0001_example.sql', 'create table one (id int); create table other (id int);')
  await migrate(database.pool, folder)
  await write('0002_both.sql', 'alter table one add note text; alter table other add note text;')
  const buyer = await database.pool.connect()
  // The migration is the one that looks for a deadlock, and so the one that is ended.
  await buyer.query("begin; set local deadlock_timeout = '1h'; lock table other in row exclusive mode")
  const migrating = migrate(database.pool, folder)
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query<{ waits: boolean }>(
        `select exists (select from pg_locks where relation = 'other'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`,
      )
      return rows[0]?.waits
    })
    .toBe(true)
  await buyer.query('lock table one in row exclusive mode; commit')
  buyer.release()
  expect(await migrating).toEqual(['0002_both.sql'])
})

test('a plan and a rehearsal change nothing, and a rehearsal finds what would fail on current rows', async () => {
  await write('0001_example.sql', 'create table example (id int); insert into example values (1), (1);')
  await migrate(database.pool, folder)
  await write('0002_column.sql', 'alter table example add column note text;')
  expect(await pendingMigrations(database.pool, folder)).toEqual(['0002_column.sql'])
  expect(await rehearseMigrations(database.pool, folder)).toEqual(['0002_column.sql'])
  await write('0003_unique.sql', 'create unique index example_id on example (id);')
  await expect(rehearseMigrations(database.pool, folder)).rejects.toThrow('0003_unique.sql would fail')
  expect(await exampleColumns()).toEqual(['id'])
  expect(await pendingMigrations(database.pool, folder)).toEqual(['0002_column.sql', '0003_unique.sql'])
})
