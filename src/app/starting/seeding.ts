import type { Pool } from 'pg'
import { withLock } from '#platform/advisory-lock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { seedCatalogue } from '../../../db/seed/catalogue.ts'
import { seedCoupons } from '../../../db/seed/coupons.ts'
import type { Shop } from '../shop.ts'

/** Fills an empty shop with the sample catalogue, once, however many processes start together. */
export const seedWhenEmpty = (pool: Pool, { world }: Pick<Shop, 'world'>): Promise<void> =>
  withLock(pool, 'seed', async () => {
    if ((await listPlans(world)).size > 0) return
    await inTransaction(world, async (work) => {
      await seedCatalogue(work)
      await seedCoupons(work)
    })
  })
