import { once } from 'node:events'
import { join } from 'node:path'
import { machineClock, offsetClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings } from '../../src/app/config.ts'
import { openShop } from '../../src/app/shop.ts'
import type { RenewalPlace } from './renewal-workers.ts'

/** A worker without a web server, whose clock goes wrong, that does what is due for as long as it lives. */
const work = async ({ address, publicUrl, sandboxUrl, dataFolder, skewMs }: RenewalPlace): Promise<void> => {
  const log = createLog('warn')
  const database = openDatabase(address, { maxConnections: 10, onIdleError: () => undefined })
  const shop = await openShop({
    settings: parseSettings({ PUBLIC_URL: publicUrl, DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }),
    root: join(import.meta.dirname, '../..'),
    database: { ...database, address },
    log,
    machineClock: offsetClock(machineClock, () => skewMs),
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl,
    crashAt: null,
  })
  const told = once(process, 'message')
  process.send?.('ready')
  await told
  for (;;) await shop.runDue()
}

process.once('disconnect', () => process.exit(0))

await work(JSON.parse(process.env['RENEWALS_OF'] ?? '{}'))
