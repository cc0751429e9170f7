import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { machineClock, offsetClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings } from '../../src/app/config.ts'
import { runDue } from '../../src/app/due-work.ts'
import { openShopServices, readRuleFiles } from '../../src/app/shop-services.ts'
import type { RenewalConfig } from './renewal-workers.ts'

/** A worker without a web server, whose clock is wrong, that runs due work until it ends. */
const runRenewals = async ({
  address,
  publicUrl,
  sandboxUrl,
  carrierUrl,
  dataFolder,
  contentFolder,
  skewMs,
}: RenewalConfig): Promise<void> => {
  const settings = parseSettings({ PUBLIC_URL: publicUrl, DATA_DIR: dataFolder, LOG_LEVEL: 'warn' })
  const database = openDatabase(address, { maxConnections: 10, onIdleError: () => undefined })
  const infrastructure = {
    settings,
    database: { ...database, address },
    log: createLog('warn'),
    machineClock: offsetClock(machineClock, () => skewMs),
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl,
    carrierUrl,
    crashAt: null,
  }
  const { services } = await openShopServices(infrastructure, await readRuleFiles(contentFolder, settings))
  // A killed process cannot store its compiled code for the next one.
  flushCompileCache()
  const message = once(process, 'message')
  process.send?.('ready')
  await message
  for (;;) await runDue(services)
}

process.once('disconnect', () => process.exit(0))

await runRenewals(JSON.parse(process.env['RENEWALS_OF'] ?? '{}'))
