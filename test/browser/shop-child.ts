import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyPreparedShop } from '../support/prepared-shop.ts'
import { startShop, type StartedShop } from '../support/started-shop.ts'

/** A shop as `npm start` opens it, on a data folder of its own with catalogue and demo members. */
export type RunningShop = Omit<StartedShop, 'stop'>

/** Opens a shop, lets it be used, and clears it away. */
export const openShop = async (
  use: (shop: RunningShop) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-browser-'))
  try {
    // The user of the database has to be able to enter the folder.
    await chmod(folder, 0o711)
    const data = join(folder, 'data')
    await copyPreparedShop(data)
    // All tests of a worker come from one network, buy and decline cards; what that leads to is tested by itself.
    const shop = await startShop(data, {
      CARDS_BEFORE_CHECK: '1000',
      PURCHASES_BEFORE_CHECK: '1000',
      ...settings,
    })
    try {
      await use(shop)
    } finally {
      await shop.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
