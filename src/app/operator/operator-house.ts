import { machineClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import type { Log } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { Settings } from '../config.ts'
import { keptSecret, placesIn, takeDataFolder } from '../data-folder.ts'
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

/** The server of DATABASE_URL, the embedded one of the running shop, or, when no shop runs, our own for the while. */
const openDatabaseFor = async (
  { settings, root, log }: Ground,
  house: AsyncDisposableStack,
): Promise<ShopDatabase> => {
  const { databaseUrl, dataDir } = settings
  const folder = placesIn(dataDir).database
  if (databaseUrl === null) {
    const taken = await takeDataFolder(dataDir)
    if (taken === null) {
      const joined = await joinRunningDatabase(folder, log)
      if (joined !== null) return joined
      throw new StartFailure(`The shop of ${dataDir} is just starting or stopping; try again in a moment.`)
    }
    house.defer(taken.release)
  }
  return openShopDatabase({ root, databaseUrl, folder, log })
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
  const shop = await openShop({ settings, root, database, log, machineClock, secret, sandboxUrl, crashAt })
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
