import { machineClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { createLog, type Log } from '#platform/log.ts'
import type { Settings } from '../config.ts'
import { keptSecret, openDataFolder, type DataFolder } from '../data-folder.ts'
import { createServer } from '../server.ts'
import { openShop, type Shop } from '../shop.ts'
import { startWorker } from '../worker.ts'
import { buildPages } from './fresh-build.ts'
import { keepSandbox } from './sandbox-child.ts'
import { seedWhenEmpty } from './seeding.ts'
import { openShopDatabase, type ShopDatabase } from './shop-database.ts'

interface HouseOptions {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  /** A step at which a fault test ends the process; null otherwise. */
  readonly crashAt: string | null
  /** Says what takes long. */
  readonly say: (sentence: string) => void
}

const openGround = async (options: HouseOptions, folder: DataFolder, log: Log): Promise<ShopDatabase> => {
  const { settings, root, say } = options
  // Neither needs the other, and both are slow the first time.
  const [database, pages] = await Promise.allSettled([
    openShopDatabase({ root, databaseUrl: settings.databaseUrl, folder: folder.database, log }),
    buildPages(root, () => say('Building the pages, once for these sources …')),
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
  house: AsyncDisposableStack,
): Promise<string> => {
  if (processor.kind !== 'sandbox') return ''
  const local = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host
  const localUrl = `http://${local.includes(':') ? `[${local}]` : local}:${port}`
  const wanted = { port: processor.port, dataFile: folder.sandboxFile, shopUrl: publicUrl, localUrl, log }
  const sandbox = await keepSandbox(wanted)
  house.defer(sandbox.stop)
  return sandbox.url
}

const furnish = async (options: HouseOptions, house: AsyncDisposableStack): Promise<Shop> => {
  const { settings, root, crashAt } = options
  const log = createLog(settings.logLevel)
  const folder = await openDataFolder(settings.dataDir)
  house.defer(folder.release)
  const secret = settings.secret ?? (await keptSecret(folder.secretFile, createIds(machineClock)))
  const database = await openGround(options, folder, log)
  house.defer(database.close)
  const sandboxUrl = await openSandbox(settings, folder, log, house)
  const ground = { settings, root, database, log, machineClock, secret, sandboxUrl, crashAt }
  const shop = await openShop(ground)
  house.defer(shop.close)
  await seedWhenEmpty(ground, shop)
  const worker = await startWorker(shop)
  house.defer(worker.stop)
  const server = await createServer(shop)
  house.defer(() => server.close())
  await server.listen({ host: settings.host, port: settings.port })
  return shop
}

/** Opens the whole shop. What was opened is closed again when something fails; afterwards the caller closes `house`. */
export const openHouse = async (
  options: HouseOptions,
): Promise<{ shop: Shop; house: AsyncDisposableStack }> => {
  await using house = new AsyncDisposableStack()
  const shop = await furnish(options, house)
  return { shop, house: house.move() }
}
