import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.ts'
import { migrate } from '#platform/migrations.ts'
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

test('the shipped migrations are applied once, however many processes start together', async () => {
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

test('a migration that was edited after it had been applied is refused by name', async () => {
  await write('0001_example.sql', 'create table example (id int);')
  await migrate(database.pool, folder)
  await write('0001_example.sql', 'create table example (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0001_example.sql was edited after')
})

test('other line ends are not an edit', async () => {
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

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
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
