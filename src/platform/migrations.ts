import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { withLock } from './advisory-locks.ts'
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

const apply = async (client: ClientBase, { name, sql, checksum }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback')
    throw new StartFailure(`The migration db/migrations/${name} failed and was undone.`, thrown)
  }
}

/**
 * Applies the numbered `.sql` files of `folder` to the database, each in a transaction of its own. Processes that start
 * together wait for one another. Returns the names applied now; throws StartFailure.
 */
export const migrate = async (pool: Pool, folder: string): Promise<string[]> => {
  const migrations = await readMigrations(folder)
  return withLock(pool, 'migrate', async (client) => {
    const applied = await appliedMigrations(client)
    refuseUnknownMigrations(migrations, applied)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  })
}
