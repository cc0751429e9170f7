import { findAccountByEmail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { withLock } from '#platform/advisory-lock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../../db/seed/catalogue.ts'
import { seedCoupons } from '../../../db/seed/coupons.ts'
import { seedDemo } from '../../../db/seed/demo.ts'
import { people } from '../../../db/seed/people.ts'
import type { Shop } from '../shop.ts'
import type { ShopGround } from '../shop-tools.ts'

const isDemoSettled = async ({ world }: Pick<Shop, 'world'>): Promise<boolean> => {
  const accounts = await Promise.all(people.map(({ email }) => findAccountByEmail(world.database, email)))
  return accounts.every((account) => account?.passwordHash)
}

const fillCatalogue = async ({ world }: Pick<Shop, 'world'>): Promise<void> => {
  if ((await listPlans(world)).size > 0) return
  await inTransaction(world, async (work) => {
    await seedCatalogue(work)
    await seedCoupons(work)
  })
}

/**
 * Fills an empty shop with the sample catalogue and, where the settings want them, the demo members; once, however
 * many processes start together. What a start that was cut short left out is made up for at the next one.
 */
export const seedWhenEmpty = (ground: ShopGround, shop: Pick<Shop, 'world'>): Promise<void> =>
  withLock(ground.database.pool, 'seed', async () => {
    await fillCatalogue(shop)
    if (ground.settings.demo && !(await isDemoSettled(shop))) await seedDemo(ground)
  })
