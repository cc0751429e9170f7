import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings } from '#app/config.ts'
import { openShop } from '#app/shop.ts'
import type { TestShop } from './shop.ts'

export const root = join(import.meta.dirname, '../..')

/** A shop in the test's own process, on the database of a running one, with neither server nor worker. */
export const openInProcessShop = async ({ app }: Pick<TestShop, 'app'>) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-operator-'))
  const settings = parseSettings({ PORT: '0', PUBLIC_URL: app.publicUrl, DATA_DIR: folder })
  const shop = await openShop({
    settings,
    root,
    database: app.database,
    log: createLog('silent'),
    machineClock,
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl: app.sandboxUrl,
    crashAt: null,
  })
  const close = async (): Promise<void> => {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { shop, settings, close }
}
