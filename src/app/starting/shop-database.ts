import { join } from 'node:path'
import { openDatabase, type DatabaseAddress, type OpenDatabase } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'
import { startEmbeddedServer } from '#platform/postgres/embedded-server.ts'
import { StartFailure } from '#platform/start-failure.ts'

/** The shop's database, migrated. `close` also stops a server of our own. */
export interface ShopDatabase extends OpenDatabase {
  readonly address: DatabaseAddress
}

interface ShopDatabaseOptions {
  readonly root: string
  readonly databaseUrl: string | null
  /** Where our own server lives when there is no `databaseUrl`. */
  readonly folder: string
  readonly log: Log
}

// Our own server has 40 places: two processes with a pool each, listeners and a hand on the console.
const serverConnections = 40
const poolConnections = 16

const reachableUrl = async (opened: OpenDatabase): Promise<void> => {
  try {
    await opened.pool.query('select 1')
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message || thrown.name : 'unknown'
    throw new StartFailure(`The database of DATABASE_URL does not answer (${reason}).`, thrown)
  }
}

/** Starts or reaches the database and brings it up to date. Throws StartFailure. */
export const openShopDatabase = async (options: ShopDatabaseOptions): Promise<ShopDatabase> => {
  const { root, databaseUrl, folder, log } = options
  const own =
    databaseUrl === null
      ? await startEmbeddedServer({
          folder,
          database: 'loam',
          maxConnections: serverConnections,
          durable: true,
        })
      : null
  const address: DatabaseAddress = own?.address ?? { kind: 'url', url: databaseUrl ?? '' }
  const opened = openDatabase(address, {
    maxConnections: poolConnections,
    onIdleError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  const close = async (): Promise<void> => {
    await opened.close()
    await own?.stop()
  }
  try {
    if (own === null) await reachableUrl(opened)
    await migrate(opened.pool, join(root, 'db', 'migrations'))
    return { ...opened, address, close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}
