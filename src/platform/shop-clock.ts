import type { Kysely } from 'kysely'
import { offsetClock, type Clock } from './clock.ts'
import { retryContention } from './contention.ts'
import { fractionFrom } from './ids.ts'
import type { Database } from './schema.ts'
import { increaseOffset, incrementVersion, readOffset } from './shop-state-store.ts'
import type { ShopState } from './shop-state.ts'

/** The shop's time: the machine's, plus the offset of the time machine. All processes share the offset. */
export interface ShopClock extends Clock {
  /**
   * Moves the shop to a later moment: in this process before the promise resolves, in the others within moments. An
   * earlier moment changes nothing. The caller runs what becomes due on the way.
   */
  readonly moveTo: (moment: Temporal.Instant) => Promise<void>
}

/** A clock that follows the saved offset. */
export const createShopClock = async (
  database: Kysely<Database>,
  state: ShopState,
  machine: Clock,
): Promise<ShopClock> => {
  let offset = await readOffset(database)
  state.onChange('clock', async () => {
    offset = await readOffset(database)
  })
  const moveTo = async (moment: Temporal.Instant): Promise<void> => {
    const wanted = moment.epochMilliseconds - machine.now().epochMilliseconds
    const advance = (): Promise<void> =>
      database.transaction().execute(async (db) => {
        await increaseOffset(db, wanted)
        await incrementVersion(db, 'clock')
      })
    await retryContention(advance, { fraction: fractionFrom })
    await state.refresh()
  }
  return { ...offsetClock(machine, () => offset), moveTo }
}
