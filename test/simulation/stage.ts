import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { seedCoupons } from '../../db/seed/coupons.ts'
import { openTestWorld } from '../support/world.ts'
import { rememberData } from './blank-slate.ts'
import { liveThrough, type LifeStory } from './life.ts'
import { sweep, type Swept, type Trouble } from './sweep.ts'

/** A database with a new shop in it, for one life after the other. */
export const openStage = async () => {
  const { world, database, close } = await openTestWorld()
  await inTransaction(world, async (work) => {
    await seedCatalogue(work)
    await seedCoupons(work)
  })
  const putBack = await rememberData(database.pool)
  return {
    live: async (seed: number, events?: number): Promise<LifeStory> => {
      await putBack()
      return liveThrough(database.address, seed, events)
    },
    sweep: async (trouble: Trouble): Promise<Swept> => {
      await putBack()
      return sweep(database.address, trouble)
    },
    address: database.address,
    close,
  }
}
