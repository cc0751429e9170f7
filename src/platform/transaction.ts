import { setTimeout as pause } from 'node:timers/promises'
import type { Announcement } from '#shared/announcements.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { withoutAnswer } from './pipelined-dialect.ts'
import { planIsStale } from './prepared-statements.ts'
import { raiseVersion } from './shop-state-store.ts'
import type { Work, World } from './world.ts'

const attempts = 5

// Serialization failure and deadlock: PostgreSQL undid everything and asks for the same again. Likewise a statement
// that was prepared before a migration changed its table: the next attempt prepares it anew.
const retryable = ['40001', '40P01', planIsStale]

const noConnection = ['ECONNREFUSED', 'ENOENT', '53300', '57P03']

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Whether the database could not be reached or has no connection to give. */
export const isBusy = (thrown: unknown): boolean =>
  noConnection.includes(codeOf(thrown)) ||
  (thrown instanceof Error && thrown.message === 'timeout exceeded when trying to connect')

const attemptOnce = async <T>(world: World, run: (work: Work) => Promise<T>): Promise<T> => {
  let bumped = false
  const result = await world.database.transaction().execute(async (db) => {
    const announcements: Announcement[] = []
    const last: (() => Promise<void>)[] = []
    const now = world.clock.now()
    const work: Work = {
      db,
      write: async (statement) => void (await db.executeQuery(withoutAnswer(statement.compile(db)))),
      now,
      today: dateIn(now, brand.timeZone),
      ids: world.ids,
      announce: (announcement) => void announcements.push(announcement),
      atEnd: (act) => void last.push(act),
      bump: (name) => {
        bumped = true
        return raiseVersion(db, name)
      },
    }
    const kept = await run(work)
    // Whoever listens writes jobs in this same transaction: a rollback leaves no mail behind.
    if (announcements.length > 0) await world.listen(work, announcements)
    for (const act of last) await act()
    return kept
  })
  if (bumped) await world.state.refresh()
  return result
}

/**
 * One unit of work: everything in `run` is kept or nothing is. `run` may be called again after a deadlock or a
 * serialization failure, so it must touch nothing but `work`. Throws what `run` throws, and SHOP_BUSY when the
 * database cannot be reached.
 */
export const inTransaction = async <T>(world: World, run: (work: Work) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(world, run)
    } catch (thrown) {
      if (isBusy(thrown)) throw new ShopError('SHOP_BUSY', { cause: thrown })
      if (attempt === attempts || !retryable.includes(codeOf(thrown))) throw thrown
      await pause(attempt * attempt * 2)
    }
  }
}
