import { machineClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import type { Log } from '#platform/log.ts'
import { takeFileLock } from '#platform/file-lock.ts'
import { pause } from '#platform/pause.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { Settings } from '../config.ts'
import { keptSecret, makeDataFolder, placesIn, takeDataFolder } from '../data-folder.ts'
import { openShop } from '../shop.ts'
import type { Shop } from '../shop.ts'
import { joinRunningDatabase, openShopDatabase } from '../starting/shop-database.ts'
import type { ShopDatabase } from '../starting/shop-database.ts'
import type { OperatorHouse } from './operator-command.ts'

interface Ground {
  readonly settings: Settings
  readonly root: string
  readonly log: Log
}

/** How long a command waits for a shop that starts or stops before it says so and gives up. */
const patienceMs = 300_000

/** Waits until `take` has something; null when it has nothing for longer than the patience. */
const waitFor = async <T>(take: () => Promise<T | null>): Promise<T | null> => {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    const taken = await take()
    if (taken !== null) return taken
    await pause(50)
  }
  return null
}

const busy = (dataDir: string): StartFailure =>
  new StartFailure(`The shop of ${dataDir} is starting or stopping for too long; look at its terminal.`)

/**
 * The embedded database of the running shop, or our own for the while. Commands without a shop come one after the
 * other: whose turn it is stops the database when it is done, so nobody else may use it.
 */
const openEmbeddedFor = async (
  { settings, root, log }: Ground,
  house: AsyncDisposableStack,
): Promise<ShopDatabase> => {
  const { dataDir } = settings
  const { commandLock, database: folder } = placesIn(dataDir)
  await makeDataFolder(dataDir)
  await using turn = new AsyncDisposableStack()
  const lock = await waitFor(async () => takeFileLock(commandLock))
  if (lock === null) throw busy(dataDir)
  turn.defer(lock.release)
  const opened = await waitFor(async () => {
    const taken = await takeDataFolder(dataDir)
    if (taken === null) return joinRunningDatabase(root, folder, log)
    turn.defer(taken.release)
    const own = openShopDatabase({ root, databaseUrl: null, folder, log })
    house.use(turn.move())
    return own
  })
  if (opened === null) throw busy(dataDir)
  return opened
}

/** The server of DATABASE_URL, the embedded one of the running shop, or, when no shop runs, our own for the while. */
const openDatabaseFor = (ground: Ground, house: AsyncDisposableStack): Promise<ShopDatabase> => {
  const { settings, root, log } = ground
  const { databaseUrl, dataDir } = settings
  if (databaseUrl === null) return openEmbeddedFor(ground, house)
  return openShopDatabase({ root, databaseUrl, folder: placesIn(dataDir).database, log })
}

const openShopFor = async (
  { settings, root, log }: Ground,
  database: ShopDatabase,
  house: AsyncDisposableStack,
): Promise<Shop> => {
  const ids = createIds(machineClock)
  const secret = settings.secret ?? (await keptSecret(placesIn(settings.dataDir).secretFile, ids))
  const { processor } = settings
  const sandboxUrl = processor.kind === 'sandbox' ? `http://127.0.0.1:${processor.port}` : ''
  const crashAt = null
  const ground = { settings, root, database, log, machineClock, secret, sandboxUrl, crashAt }
  const shop = await openShop({ ...ground, isBrief: true })
  house.defer(shop.close)
  return shop
}

/** A house for one command; what it opened is closed with `stack`. */
export const openOperatorHouse = (
  settings: Settings,
  root: string,
  say: (line: string) => void,
  stack: AsyncDisposableStack,
): OperatorHouse => {
  const ground = { settings, root, log: createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel) }
  let opened: Promise<ShopDatabase> | null = null
  let furnished: Promise<Shop> | null = null
  const open = async (): Promise<ShopDatabase> => {
    const database = await openDatabaseFor(ground, stack)
    stack.defer(database.close)
    return database
  }
  const database = (): Promise<ShopDatabase> => (opened ??= open())
  const furnish = async (): Promise<Shop> => openShopFor(ground, await database(), stack)
  return { settings, root, say, database, shop: () => (furnished ??= furnish()) }
}
