import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { seedCoupons } from '../../db/seed/coupons.ts'
import type { TestServer } from '../support/database.ts'
import { openTestWorld } from '../support/world.ts'
import { rememberData } from './blank-slate.ts'
import { liveThrough, type LifeStory } from './life.ts'
import { openLifeDatabase } from './mortal.ts'
import { liveAYear, type AskedYear, type LivedYear } from './year.ts'
import { livePreviews, type PreviewStory } from './previews.ts'
import { sweep, type Swept, type Trouble } from './sweep.ts'

/** The database of a new shop, which can be put back to that; `life` is for simulated shops on it. */
export const openNewShopDatabase = async (server?: TestServer) => {
  const { world, database, close } = await openTestWorld(undefined, server)
  await inTransaction(world, async (work) => {
    await seedCatalogue(work)
    await seedCoupons(work)
  })
  const putBack = await rememberData(database.pool)
  const life = openLifeDatabase(database.address)
  const closeAll = async (): Promise<void> => {
    await life.close()
    await close()
  }
  return { putBack, life, pool: database.pool, address: database.address, close: closeAll }
}

export type NewShopDatabase = Awaited<ReturnType<typeof openNewShopDatabase>>

/** A database with a new shop in it, for one life after the other. */
export const openStage = async (server?: TestServer) => {
  const { putBack, life: lived, address, close } = await openNewShopDatabase(server)
  return {
    live: async (seed: number, events?: number): Promise<LifeStory> => {
      await putBack()
      return liveThrough(lived, seed, events)
    },
    previews: async (seed: number, wanted: number): Promise<PreviewStory> => {
      await putBack()
      return livePreviews(lived, seed, wanted)
    },
    sweep: async (trouble: Trouble): Promise<Swept> => {
      await putBack()
      return sweep(lived, trouble)
    },
    year: async (asked: AskedYear): Promise<LivedYear> => {
      await putBack()
      return liveAYear(lived, asked)
    },
    address,
    close,
  }
}
