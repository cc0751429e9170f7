import { findAccountByEmail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { withLock } from '#platform/advisory-locks.ts'
import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../../db/seed/catalogue.ts'
import { seedCoupons } from '../../../db/seed/coupons.ts'
import { seedDemo } from '../../../db/seed/demo.ts'
import { people } from '../../../db/seed/people.ts'
import type { Shop } from '../shop.ts'
import type { ShopInfrastructure } from '../shop-services.ts'

const isDemoComplete = async ({ deps }: Pick<Shop, 'deps'>): Promise<boolean> => {
  const accounts = await Promise.all(people.map(({ email }) => findAccountByEmail(deps.database, email)))
  return accounts.every((account) => account?.passwordHash)
}

const fillCatalogue = async ({ deps }: Pick<Shop, 'deps'>): Promise<void> => {
  if ((await listPlans(deps)).size > 0) return
  await inTransaction(deps, async (tx) => {
    await seedCatalogue(tx)
    await seedCoupons(tx)
  })
}

/**
 * Seeds an empty shop with the sample catalogue and, if the settings want them, the demo members; once, however many
 * processes start together. The next start completes what an interrupted one left out.
 */
export const seedWhenEmpty = (infrastructure: ShopInfrastructure, shop: Pick<Shop, 'deps'>): Promise<void> =>
  withLock(infrastructure.database.pool, 'seed', async () => {
    await fillCatalogue(shop)
    if (infrastructure.settings.demo && !(await isDemoComplete(shop))) await seedDemo(infrastructure)
  })
