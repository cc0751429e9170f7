import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { machineClock } from '#platform/clock.ts'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings } from '../../src/app/config.ts'
import { createServer } from '../../src/app/server.ts'
import { openShop } from '../../src/app/shop.ts'
import { startWorker } from '../../src/app/worker.ts'
import { timeMachineTools } from '../../src/app/workbench-tools.ts'

/** What a shop of a test is opened on; travels in the variable SHOP_UNDER_TEST. */
export interface ShopPlace {
  readonly port: number
  /** Where visitors reach the shop; several processes may answer for one shop. */
  readonly publicUrl: string
  readonly address: DatabaseAddress
  readonly dataFolder: string
  readonly pagesFolder: string
  readonly sandboxUrl: string
  readonly crashAt: string | null
  readonly withWorker: boolean
  /** Variables that an operator has set besides. */
  readonly environment: Readonly<Record<string, string>>
}

const open = async (place: ShopPlace): Promise<void> => {
  const settings = parseSettings({
    HOST: '127.0.0.1',
    PORT: String(place.port),
    PUBLIC_URL: place.publicUrl,
    DATA_DIR: place.dataFolder,
    COUNTRY_HEADER: 'x-country',
    REGION_HEADER: 'x-region',
    LOG_LEVEL: 'warn',
    ...place.environment,
  })
  const log = createLog(settings.logLevel)
  const opened = openDatabase(place.address, {
    maxConnections: 12,
    onIdleError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  const opening = await openShop({
    settings,
    root: join(import.meta.dirname, '../..'),
    database: { ...opened, address: place.address },
    log,
    machineClock,
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl: place.sandboxUrl,
    crashAt: place.crashAt,
  })
  const shop = { ...opening, buildFolder: place.pagesFolder }
  if (place.withWorker) await startWorker(shop)
  process.on('message', () => {
    const working = place.withWorker ? timeMachineTools(shop).workOffDue() : Promise.resolve()
    working.then(
      () => process.send?.('worked'),
      (thrown: unknown) => {
        log.error({ err: thrown }, 'could not work off what is due')
        process.send?.('worked')
      },
    )
  })
  const server = await createServer(shop)
  await server.listen({ host: settings.host, port: settings.port })
  process.send?.('open')
  // Now, for the end comes without notice.
  flushCompileCache()
}

// Nothing is left behind when the test is gone; the next process has to bear an end without notice anyway.
process.once('disconnect', () => process.exit(0))

await open(JSON.parse(process.env['SHOP_UNDER_TEST'] ?? '{}'))
