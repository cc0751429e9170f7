import { machineClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { createLog, type Log } from '#platform/log.ts'
import type { Settings } from '../config.ts'
import { loadOrCreateSecret, openDataFolder, type DataFolder } from '../data-folder.ts'
import { createServer } from '../server.ts'
import { openShop, type Shop } from '../shop.ts'
import { startWorker } from '../worker.ts'
import { buildPages } from './fresh-build.ts'
import { superviseSandbox } from './sandbox-child.ts'
import { seedWhenEmpty } from './seeding.ts'
import { openShopDatabase, type ShopDatabase } from './shop-database.ts'

interface StartOptions {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  /** A step at which a fault test ends the process; null otherwise. */
  readonly crashAt: string | null
  /** Says what takes long. */
  readonly print: (message: string) => void
}

const openDatabaseAndPages = async (
  options: StartOptions,
  folder: DataFolder,
  log: Log,
): Promise<ShopDatabase> => {
  const { settings, root, print } = options
  // Neither needs the other, and both are slow the first time.
  const [database, pages] = await Promise.allSettled([
    openShopDatabase({ root, databaseUrl: settings.databaseUrl, folder: folder.database, log }),
    buildPages(root, () => print('Building the pages, once for these sources …')),
  ])
  if (database.status === 'rejected') throw database.reason
  if (pages.status === 'fulfilled') return database.value
  await database.value.close()
  throw pages.reason
}

const openSandbox = async (
  { processor, host, port, publicUrl }: Settings,
  folder: DataFolder,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<string> => {
  if (processor.kind !== 'sandbox') return ''
  const localHost = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host
  const localUrl = `http://${localHost.includes(':') ? `[${localHost}]` : localHost}:${port}`
  const sandboxOptions = {
    port: processor.port,
    dataFile: folder.sandboxFile,
    shopUrl: publicUrl,
    localUrl,
    log,
  }
  const sandbox = await superviseSandbox(sandboxOptions)
  stack.defer(sandbox.stop)
  return sandbox.url
}

const startShop = async (options: StartOptions, stack: AsyncDisposableStack): Promise<Shop> => {
  const { settings, root, crashAt } = options
  const log = createLog(settings.logLevel)
  const folder = await openDataFolder(settings.dataDir)
  stack.defer(folder.release)
  const secret = settings.secret ?? (await loadOrCreateSecret(folder.secretFile, createIds(machineClock)))
  const database = await openDatabaseAndPages(options, folder, log)
  stack.defer(database.close)
  const sandboxUrl = await openSandbox(settings, folder, log, stack)
  const infrastructure = { settings, root, database, log, machineClock, secret, sandboxUrl, crashAt }
  const shop = await openShop(infrastructure)
  stack.defer(shop.close)
  await seedWhenEmpty(infrastructure, shop)
  const worker = await startWorker(shop)
  stack.defer(worker.stop)
  const server = await createServer(shop)
  stack.defer(() => server.close())
  await server.listen({ host: settings.host, port: settings.port })
  return shop
}

/** Opens the whole shop. What was opened is closed again when something fails; afterwards the caller closes `house`. */
export const startApp = async (
  options: StartOptions,
): Promise<{ shop: Shop; stack: AsyncDisposableStack }> => {
  await using stack = new AsyncDisposableStack()
  const shop = await startShop(options, stack)
  return { shop, stack: stack.move() }
}
