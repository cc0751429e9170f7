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

/** An open database of a test's own; `close` also drops it. */
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
  return name
}

/** A migrated database of the caller's own, copied in a moment; on the server of the test run by default. */
export const freshDatabase = async (
  { address, template }: TestServer = inject('databaseServer'),
): Promise<FreshDatabase> => {
  const name = newName()
  // Copied as files and not block by block through the log of a server that nobody will miss.
  const copied = `template ${escapeIdentifier(template)} strategy file_copy`
  await onServer(address, `create database ${escapeIdentifier(name)} ${copied}`)
  return closing(address, name)
}
