import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '#platform/clock.ts'
import { createLog, type Log } from '#platform/log.ts'
import type { RequestLog } from '#platform/request-log.ts'
import { parseSettings } from '#app/config.ts'
import { openShop } from '#app/shop.ts'
import type { TestShop } from './shop.ts'

/** Of shops that a test opens in its own process. */
export const secret = 'the secret of the shops under test, long enough'

export const root = join(import.meta.dirname, '../..')

interface InProcessShopOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly log?: Log
  readonly requestLog?: RequestLog
  readonly database?: TestShop['app']['database']
}

/** A shop in the test's own process, on the database of a running one, with neither server nor worker. */
export const openInProcessShop = async (
  { app }: Pick<TestShop, 'app'>,
  {
    environment = {},
    log = createLog('silent'),
    requestLog,
    database = app.database,
  }: InProcessShopOptions = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-in-process-'))
  const settings = parseSettings({ PORT: '0', PUBLIC_URL: app.publicUrl, DATA_DIR: folder, ...environment })
  const shop = await openShop({
    settings,
    root,
    database,
    log,
    requestLog,
    machineClock,
    secret,
    sandboxUrl: app.sandboxUrl,
    carrierUrl: app.carrier.url,
    crashAt: null,
  })
  const close = async (): Promise<void> => {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { shop, settings, close }
}
