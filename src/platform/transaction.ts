import type { Announcement } from '#shared/announcements.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { codeOf, isContention, retryContention } from './contention.ts'
import { withoutAnswer } from './pipelined-connection.ts'
import { raiseVersion } from './shop-state-store.ts'
import type { Work, World } from './world.ts'

const noConnection = ['ECONNREFUSED', 'ENOENT', '53300', '57P03']

/** Whether the database could not be reached or has no connection to give: nothing was carried out. */
const isBusy = (thrown: unknown): boolean =>
  noConnection.includes(codeOf(thrown)) ||
  (thrown instanceof Error && thrown.message === 'timeout exceeded when trying to connect')

const brokenConnection = ['57P01', '57P02', '08006', '08003', 'ECONNRESET', 'EPIPE']

/** What the driver says, without a code, of statements whose connection is gone. */
const brokenWords =
  /^(Connection terminated|Connection ended unexpectedly|Client has encountered a connection error)/

/** Whether the database cannot be reached, or went away in the middle of a statement that may have been carried out. */
export const isDatabaseAway = (thrown: unknown): boolean =>
  isBusy(thrown) ||
  brokenConnection.includes(codeOf(thrown)) ||
  (thrown instanceof Error && brokenWords.test(thrown.message))

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
      process: world.state.processNumber(),
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
 * One unit of work: everything in `run` is kept or nothing is. `run` is called again after a deadlock (40P01) or a
 * serialization failure (40001), so it must touch nothing but `work` and must not ask anybody outside. Throws what `run`
 * throws, and SHOP_BUSY when the database cannot be reached or the contention does not end.
 */
export const inTransaction = async <T>(world: World, run: (work: Work) => Promise<T>): Promise<T> => {
  const onRetry = (thrown: unknown, attempt: number): void =>
    world.log.warn({ code: codeOf(thrown), attempt }, 'a transaction met another one and is tried again')
  try {
    return await retryContention(() => attemptOnce(world, run), { fraction: world.ids.fraction, onRetry })
  } catch (thrown) {
    if (isBusy(thrown) || isContention(thrown)) throw new ShopError('SHOP_BUSY', { cause: thrown })
    throw thrown
  }
}
