import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { inject } from 'vitest'
import {
  connectionSettings,
  openDatabase,
  type DatabaseAddress,
  type OpenDatabase,
} from '#platform/database.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'
import { sessionsOfChildren } from './children.ts'
import { isIdle, lend, sessionsOf } from './lent-pool.ts'
import { contentOf, putBack, rememberContent } from './put-back.ts'

/** An open database of a test's own; `close` also drops it, or keeps it for another test. */
export interface FreshDatabase extends OpenDatabase {
  readonly address: DatabaseAddress
}

/** A server for tests and the migrated database that others are copied from. */
export interface TestServer {
  readonly address: DatabaseAddress
  readonly template: string
}

/** The same server, another database. */
const databaseOn = (server: DatabaseAddress, database: string): DatabaseAddress => {
  if (server.kind === 'socket') return { ...server, database }
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return { kind: 'url', url: url.href }
}

/** Runs statements one after the other, on a connection of their own. */
export const onServer = async (server: DatabaseAddress, ...statements: readonly string[]): Promise<void> => {
  const client = new Client(connectionSettings(server))
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const newName = (): string => `loam_test_${randomBytes(8).toString('hex')}`

/** Waits for connections on their way out, 100 ms at most: a drop that finds one looks again only after 100 ms. */
const untilUnused = (name: string): string => `do $$ begin
  for i in 1..50 loop
    exit when not exists (select from pg_stat_activity where datname = ${escapeLiteral(name)});
    perform pg_sleep(0.002), pg_stat_clear_snapshot();
  end loop;
end $$`

/** Drops a database, ending whatever is still connected to it. */
export const dropDatabase = (server: DatabaseAddress, name: string): Promise<void> =>
  onServer(server, untilUnused(name), `drop database if exists ${escapeIdentifier(name)} with (force)`)

const open = (address: DatabaseAddress): OpenDatabase =>
  openDatabase(address, { maxConnections: 10, onIdleError: () => undefined })

/** An empty database without any table. */
export const emptyDatabase = async (
  server: DatabaseAddress = inject('databaseServer').address,
): Promise<FreshDatabase> => {
  const name = newName()
  await onServer(server, `create database ${escapeIdentifier(name)}`)
  return closing(server, name)
}

const closing = (server: DatabaseAddress, name: string): FreshDatabase => {
  const address = databaseOn(server, name)
  const opened = open(address)
  const close = async (): Promise<void> => {
    await opened.close()
    await dropDatabase(server, name)
  }
  return { ...opened, address, close }
}

/** Makes the database that all others are copied from: migrated, with the job queue. Returns its name. */
export const createTemplate = async (server: DatabaseAddress): Promise<string> => {
  const name = newName()
  await onServer(server, `create database ${escapeIdentifier(name)}`)
  const { pool, close } = open(databaseOn(server, name))
  await migrate(pool, join(import.meta.dirname, '../../db/migrations'))
  const jobs = await createJobs(pool, {}, createLog('silent'))
  await jobs.stop()
  await close()
  await rememberContent(databaseOn(server, name))
  return name
}

/** Drops what was copied from a template and kept for other tests. */
export const dropCopies = async (server: DatabaseAddress, template: string): Promise<void> => {
  const client = new Client(connectionSettings(server))
  await client.connect()
  const copies = 'select datname as name from pg_database where starts_with(datname, $1)'
  const { rows } = await client.query<{ name: string }>(copies, [`${template}_`])
  await client.end()
  for (const { name } of rows) await dropDatabase(server, name)
}

interface Copy {
  readonly server: TestServer
  readonly name: string
  readonly address: DatabaseAddress
  readonly opened: OpenDatabase
  /** What it held at first, where that is compared. */
  readonly content: string | null
  uses: number
}

/** Until it is dropped, rows that were deleted keep their space. */
const mostUses = 30

/** Of one template: their connections are open, and a server has 150. */
const mostUnused = 2

/** Copies that were put back: they serve the tests of a worker one after the other, with their connections. */
const unused: Copy[] = []

/** With CHECK_PUT_BACK every database that was put back is compared with what it held at first. */
const comparedContent = async ({ pool }: OpenDatabase): Promise<string | null> =>
  process.env['CHECK_PUT_BACK'] === undefined ? null : JSON.stringify(await contentOf(pool))

const isUnusedOf =
  ({ template }: TestServer) =>
  ({ server }: Copy): boolean =>
    server.template === template

const newCopy = async (server: TestServer): Promise<Copy> => {
  const name = `${server.template}_${randomBytes(8).toString('hex')}`
  // Copied as files and not block by block through the log of a server that nobody will miss.
  const copied = `template ${escapeIdentifier(server.template)} strategy file_copy`
  await onServer(server.address, `create database ${escapeIdentifier(name)} ${copied}`)
  const address = databaseOn(server.address, name)
  const opened = open(address)
  return { server, name, address, opened, content: await comparedContent(opened), uses: 0 }
}

/** What a test may have set for its sessions, which the next one is to find as new ones. */
const cleanSession = 'reset all; unlisten *'

const isPutBack = async ({ server, opened, address, content, uses }: Copy): Promise<boolean> => {
  const { pool } = opened
  const others = unused.filter(isUnusedOf(server)).length
  if (uses >= mostUses || others >= mostUnused || !isIdle(pool)) return false
  const own = await sessionsOf(pool, cleanSession).catch(() => null)
  if (own === null || !(await putBack(pool, [...own, ...sessionsOfChildren(address)]))) return false
  if ((await comparedContent(opened)) !== content) throw new Error('a database was not put back')
  return true
}

/**
 * A migrated database of the caller's own, on the server of the test run by default: copied, or one that another test is done
 * with and that was put back to what a copy holds (`put-back.ts`).
 */
export const freshDatabase = async (
  server: TestServer = inject('databaseServer'),
): Promise<FreshDatabase> => {
  const at = unused.findLastIndex(isUnusedOf(server))
  const copy = unused.splice(at, at < 0 ? 0 : 1)[0] ?? (await newCopy(server))
  copy.uses += 1
  const { lent, takeBack } = lend(copy.opened)
  const close = async (): Promise<void> => {
    takeBack()
    if (await isPutBack(copy)) return void unused.push(copy)
    await copy.opened.close()
    await dropDatabase(server.address, copy.name)
  }
  return { ...lent, address: copy.address, close }
}
