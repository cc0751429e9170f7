import { join } from 'node:path'
import { openDatabase, type DatabaseAddress, type OpenDatabase } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'
import { runningServerAddress } from '#platform/postgres/embedded-server.ts'
import { requireUsable } from '#platform/pooler.ts'
import { superviseEmbeddedServer } from '#platform/postgres/supervisor.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import type { Settings } from '../config.ts'

/** The shop's database, migrated. `close` also stops a server of our own. */
export interface ShopDatabase extends OpenDatabase {
  readonly address: DatabaseAddress
}

interface ShopDatabaseOptions {
  readonly root: string
  readonly databaseUrl: string | null
  /** A pooler in transaction mode before it; without one by default. */
  readonly poolerUrl?: string | null
  /** The folder of the embedded server when there is no `databaseUrl`. */
  readonly folder: string
  readonly log: Log
  /** Where statements are recorded; nowhere by default. */
  readonly telemetry?: Telemetry
  /** False leaves the database without the migrations that it lacks. */
  readonly isMigrated?: boolean
}

/** The folder of the migrations, in the repository's. */
export const migrationsOf = (root: string): string => join(root, 'db', 'migrations')

// The embedded server has 100 connections: two processes with a pool each, listeners, and a dozen operator commands
// at once.
const serverConnections = 100
const commandConnections = 16

/** The size of the pool and the limits of its statements; a command has none. */
type PoolSettings = Settings['database'] | { readonly maxConnections: number }

const openAt = (
  address: DatabaseAddress,
  settings: PoolSettings,
  { log, telemetry }: Pick<ShopDatabaseOptions, 'log' | 'telemetry'>,
): OpenDatabase => {
  let closing = false
  const opened = openDatabase(address, {
    ...settings,
    telemetry,
    // A server that is stopped next may end before the last connections are closed.
    onIdleError: (err) => closing || log.warn({ err }, 'a database connection broke'),
  })
  const close = (): Promise<void> => {
    closing = true
    return opened.close()
  }
  return { ...opened, close }
}

const embeddedDatabase = 'loam'

/** Where the database is. `stop` stops a server of our own. */
export interface DatabaseServer {
  readonly address: DatabaseAddress
  readonly stop: () => Promise<void>
}

/** Starts our own server unless there is a `databaseUrl`. Throws StartFailure. */
export const startDatabaseServer = async ({
  databaseUrl,
  poolerUrl = null,
  folder,
  log,
}: Omit<ShopDatabaseOptions, 'root'>): Promise<DatabaseServer> =>
  databaseUrl === null
    ? superviseEmbeddedServer(
        { folder, database: embeddedDatabase, maxConnections: serverConnections, durable: true },
        log,
      )
    : { address: { kind: 'url', url: databaseUrl, poolerUrl }, stop: () => Promise.resolve() }

/** Connects to a running database and brings it up to date. Throws StartFailure. */
export const connectDatabase = async (
  address: DatabaseAddress,
  { root, isMigrated = true, ...observers }: Omit<ShopDatabaseOptions, 'databaseUrl' | 'folder'>,
  settings: PoolSettings = { maxConnections: commandConnections },
): Promise<ShopDatabase> => {
  const opened = openAt(address, settings, observers)
  try {
    if (address.kind === 'url') await requireUsable(address)
    if (isMigrated) await migrate(opened.direct, migrationsOf(root))
    return { ...opened, address }
  } catch (thrown) {
    await opened.close()
    throw thrown
  }
}

/** Starts or reaches the database and brings it up to date. Throws StartFailure. */
export const openShopDatabase = async (options: ShopDatabaseOptions): Promise<ShopDatabase> => {
  const server = await startDatabaseServer(options)
  try {
    const opened = await connectDatabase(server.address, options)
    const close = async (): Promise<void> => {
      await opened.close()
      await server.stop()
    }
    return { ...opened, close }
  } catch (thrown) {
    await server.stop()
    throw thrown
  }
}

// The running shop needs its own places.
const guestConnections = 4

/** The embedded database of a shop that runs in another process; null when it accepts no connections yet. */
export const joinRunningDatabase = async ({
  root,
  folder,
  log,
  isMigrated = true,
}: Omit<ShopDatabaseOptions, 'databaseUrl'>): Promise<ShopDatabase | null> => {
  const address = await runningServerAddress(folder, embeddedDatabase)
  if (address === null) return null
  const opened = openAt(address, { maxConnections: guestConnections }, { log })
  try {
    // A shop that has just started makes its database only now.
    await opened.pool.query('select 1')
  } catch {
    await opened.close()
    return null
  }
  if (isMigrated) await migrate(opened.pool, migrationsOf(root))
  return { ...opened, address }
}
