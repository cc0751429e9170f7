import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { withLock } from './advisory-locks.ts'
import { sleep } from './clock.ts'
import { codeOf, isContention } from './contention.ts'
import { lockNotAvailable } from './outage.ts'
import { StartFailure } from './start-failure.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Line ends may differ between checkouts; they are not an edit.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The migrations of this release, by name with their checksum. */
export const knownMigrations = async (folder: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))

const appliedMigrations = async (client: ClientBase): Promise<Map<string, string>> => {
  await client.query(`create table if not exists migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

const refuseUnknownMigrations = (
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): void => {
  for (const { name, checksum } of migrations) {
    const appliedChecksum = applied.get(name)
    if (appliedChecksum !== undefined && appliedChecksum !== checksum) {
      throw new StartFailure(
        `The migration db/migrations/${name} was edited after it had been applied to this database; restore it and write the change as a new migration.`,
      )
    }
  }
  const known = new Set(migrations.map((migration) => migration.name))
  const unknownName = [...applied.keys()].find((name) => !known.has(name))
  if (unknownName === undefined) return
  throw new StartFailure(
    `The database holds the migration ${unknownName}, which this version of the shop does not know; start a version that is at least as new as the database.`,
  )
}

/**
 * A statement that waits for a table makes everybody else who wants the table wait behind it. So it waits for two
 * seconds, lets the others through, and tries again.
 */
const lockWait = "set local lock_timeout = '2s'"
const pauseMs = 1_000

/** How long one migration tries to get its locks: longer than the longest statement of a report may take. */
const defaultLockSeconds = 300

const applyOnce = async (client: ClientBase, { name, sql, checksum }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(lockWait)
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback')
    throw thrown
  }
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const apply = async (client: ClientBase, migration: Migration, lockSeconds: number): Promise<void> => {
  const { name } = migration
  const last = Math.ceil(lockSeconds / 3)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration)
    } catch (thrown) {
      const isLocked = codeOf(thrown) === lockNotAvailable || isContention(thrown)
      if (isLocked && attempt >= last)
        throw new StartFailure(
          `The migration db/migrations/${name} got no lock on its tables for ${lockSeconds} seconds and was undone; try again when less is going on.`,
          thrown,
        )
      if (!isLocked)
        throw new StartFailure(
          `The migration db/migrations/${name} failed and was undone: ${reasonOf(thrown)}.`,
          thrown,
        )
    }
    await sleep(pauseMs)
  }
}

/** The migrations of `folder` that the database lacks, in order. Throws StartFailure for a database of another shop. */
const pendingIn = async (client: ClientBase, folder: string): Promise<Migration[]> => {
  const migrations = await readMigrations(folder)
  const applied = await appliedMigrations(client)
  refuseUnknownMigrations(migrations, applied)
  return migrations.filter(({ name }) => !applied.has(name))
}

/**
 * Applies the numbered `.sql` files of `folder` to the database, each in a transaction of its own. Processes that start
 * together wait for one another. Returns the names applied now; throws StartFailure.
 */
export const migrate = async (
  pool: Pool,
  folder: string,
  { lockSeconds = defaultLockSeconds }: { readonly lockSeconds?: number } = {},
): Promise<string[]> =>
  withLock(pool, 'migrate', async (client) => {
    const pending = await pendingIn(client, folder)
    for (const migration of pending) await apply(client, migration, lockSeconds)
    return pending.map(({ name }) => name)
  })

/** The names of the migrations that `migrate` would apply. Throws StartFailure. */
export const pendingMigrations = async (pool: Pool, folder: string): Promise<string[]> =>
  withLock(pool, 'migrate', async (client) => (await pendingIn(client, folder)).map(({ name }) => name))

/**
 * Applies the pending migrations in one transaction and undoes it: they run on the real rows and change nothing. Tables
 * that they alter are locked meanwhile. Returns their names; throws StartFailure for the first one that fails.
 */
export const rehearseMigrations = async (pool: Pool, folder: string): Promise<string[]> =>
  withLock(pool, 'migrate', async (client) => {
    const pending = await pendingIn(client, folder)
    await client.query('begin')
    try {
      await client.query(lockWait)
      for (const { name, sql } of pending)
        await client.query(sql).catch((thrown: unknown) => {
          throw new StartFailure(
            `The migration db/migrations/${name} would fail: nothing was changed.`,
            thrown,
          )
        })
    } finally {
      await client.query('rollback')
    }
    return pending.map(({ name }) => name)
  })
