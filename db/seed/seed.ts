import { findAccountByEmail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Shop, ShopGround } from '../../src/app/shop.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedCoupons } from './coupons.ts'
import { seedDemo } from './demo.ts'
import { people } from './people.ts'

const isDemoSettled = async ({ world }: Shop): Promise<boolean> => {
  const accounts = await Promise.all(people.map(({ email }) => findAccountByEmail(world.database, email)))
  return accounts.every((account) => account?.passwordHash)
}

/**
 * Fills an empty shop: catalogue and coupons always, the demo members only with the sandbox processor. Safe to call at
 * every start; what is there stays as it is, what a start that was cut short left out is made up for.
 */
export const seed = async (shop: Shop, ground: ShopGround): Promise<void> => {
  if ((await listPlans(shop.world)).size === 0) {
    await inTransaction(shop.world, async (work) => {
      await seedCatalogue(work)
      await seedCoupons(work)
    })
  }
  if (ground.settings.processor.kind === 'sandbox' && !(await isDemoSettled(shop))) await seedDemo(ground)
}
