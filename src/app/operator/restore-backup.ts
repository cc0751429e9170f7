import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Pool } from 'pg'
import { readBackup } from '#platform/backup/backup-file.ts'
import { copyIn } from '#platform/backup/copied-tables.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { isStoredName } from '#platform/file-storage.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { knownMigrations, migrate } from '#platform/migrations.ts'
import { isAnyConnected } from '#platform/process-store.ts'
import type { Settings } from '../config.ts'
import { dataFolderPaths, makeDataFolder } from '#platform/data-folder.ts'
import { jobPayloads } from '../jobs.ts'
import { migrationsOf } from '../starting/shop-database.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'

/** Reads the whole file before anything is changed; returns its moment and the migrations of its database. */
const check = async (path: string, folder: string) => {
  const known = await knownMigrations(folder)
  let head: { readonly at: string; readonly migrations: readonly string[] } | null = null
  for await (const line of readBackup(path)) {
    if (head === null && line.kind !== 'loam backup')
      throw new OperatorRefusal(`${path} is not a backup of this shop; nothing was changed.`)
    if (line.kind !== 'loam backup') continue
    const unknown = Object.entries(line.migrations).find(([name, checksum]) => known.get(name) !== checksum)
    if (unknown !== undefined)
      throw new OperatorRefusal(
        `The backup is of another release of the shop, with the migration ${basename(unknown[0])}; restore it with that release or a newer one. Nothing was changed.`,
      )
    head = { at: line.at, migrations: Object.keys(line.migrations) }
  }
  if (head === null) throw new OperatorRefusal(`${path} is not a backup of this shop; nothing was changed.`)
  return head
}

const makeEmpty = async (pool: Pool, mayReplace: boolean): Promise<void> => {
  const { rows } = await pool.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  )
  if (rows.length === 0) return
  if (!mayReplace)
    throw new OperatorRefusal(
      'There is a shop in this database already; nothing was changed. With --replace it is deleted and the backup takes its place.',
    )
  if (await isAnyConnected(pool))
    throw new OperatorRefusal(
      'A process of the shop is running on this database; stop it first. Nothing was changed.',
    )
  await pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
}

/** Applies the migrations that the backup's database had, and no later one. */
const migrateTo = async (pool: Pool, folder: string, names: readonly string[]): Promise<void> => {
  const some = await mkdtemp(join(tmpdir(), 'loam-migrations-'))
  try {
    for (const name of names) await copyFile(join(folder, name), join(some, name))
    await migrate(pool, some)
  } finally {
    await rm(some, { recursive: true, force: true })
  }
}

const fill = async (
  pool: Pool,
  path: string,
  draftOf: (name: string) => Promise<string | null>,
): Promise<void> => {
  const jobs = await createJobs(pool, jobPayloads, createLog('warn'), { supervises: false })
  await jobs.stop()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await copyIn(client, readBackup(path), async (name, piece) => {
      const draft = await draftOf(name)
      if (draft !== null) await appendFile(draft, piece, { mode: 0o600 })
    })
    await client.query('commit')
    client.release()
  } catch (thrown) {
    // Closed, so that its transaction is undone.
    client.release(true)
    throw thrown
  }
}

/** The places of the files in a backup; of a database that SECRET goes with, the file of the secret is left out. */
const placesOf = ({ dataDir, secret }: Settings): ReadonlyMap<string, string> => {
  const { secretFile, sandboxFile, carrierFile } = dataFolderPaths(dataDir)
  return new Map([
    ...(secret === null ? [['secret', secretFile] as const] : []),
    ['sandbox-processor.sqlite', sandboxFile] as const,
    ['sandbox-carrier.sqlite', carrierFile] as const,
  ])
}

/** What the names of uploaded files begin with in a backup. */
export const uploadsPrefix = 'uploads/'

/**
 * Where the files of a backup are written before they take their places: each beside its place. Uploaded files are found as
 * they come, and no name leads out of their folder.
 */
const createDrafts = async (settings: Settings) => {
  const { uploads } = dataFolderPaths(settings.dataDir)
  const places = new Map<string, string>()
  const drafts = new Map<string, string>()
  const add = async (name: string, place: string): Promise<string> => {
    const draft = `${place}.restored`
    await rm(draft, { force: true })
    drafts.set(name, draft)
    places.set(name, place)
    return draft
  }
  for (const [name, place] of placesOf(settings)) await add(name, place)
  const draftOf = async (name: string): Promise<string | null> => {
    const known = drafts.get(name)
    if (known !== undefined) return known
    const file = name.startsWith(uploadsPrefix) ? name.slice(uploadsPrefix.length) : ''
    if (!isStoredName(file)) return null
    await mkdir(uploads, { recursive: true, mode: 0o700 })
    return add(name, join(uploads, file))
  }
  const takePlaces = async (): Promise<void> => {
    for (const [name, place] of places) {
      for (const beside of ['-wal', '-shm']) await rm(`${place}${beside}`, { force: true })
      const draft = drafts.get(name) ?? ''
      // A backup of a shop with SECRET, or with another processor, is without some of the files.
      if (existsSync(draft)) await rename(draft, place)
    }
  }
  return { draftOf, takePlaces }
}

/**
 * Puts a backup into an empty database and the data folder, or with `mayReplace` in place of the shop that is there. Answers the
 * moment of the backup. Throws StartFailure and OperatorRefusal, before anything is changed, for a file that it does
 * not restore.
 */
export const restoreBackup = async (
  path: string,
  { direct: pool }: Pick<OpenDatabase, 'direct'>,
  {
    settings,
    root,
    mayReplace,
  }: { readonly settings: Settings; readonly root: string; readonly mayReplace: boolean },
): Promise<string> => {
  const folder = migrationsOf(root)
  const { at, migrations } = await check(path, folder)
  await makeDataFolder(settings.dataDir)
  await makeEmpty(pool, mayReplace)
  const { draftOf, takePlaces } = await createDrafts(settings)
  await migrateTo(pool, folder, migrations)
  await fill(pool, path, draftOf)
  await migrate(pool, folder)
  await takePlaces()
  return at
}
