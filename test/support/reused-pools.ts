import { openDatabase, type DatabaseAddress, type OpenDatabase } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '../../src/app/config.ts'
import { isIdle, lend, sessionsOf } from './lent-pool.ts'

/** What a shop's database is opened with. */
interface Opening {
  readonly address: DatabaseAddress
  readonly options: Settings['database']
  readonly keepsSessions: boolean
  readonly log: Log
}

/** The connections of a shop. */
type ReusedDatabase = OpenDatabase & {
  /** When the shop is closed. Answers the sessions that stay open for the next one, by their numbers at the server. */
  readonly leave: () => Promise<readonly number[]>
}

interface Reusable {
  readonly opened: OpenDatabase
  /** Of the shop that uses it; null for none. */
  log: Log | null
}

/** By what they were opened with: what their sessions have read of the catalog and planned serves the next shop, too. */
const reusable = new Map<string, Reusable>()

const openNew = ({ address, options, log }: Opening): Reusable => {
  const one: Reusable = {
    opened: openDatabase(address, {
      ...options,
      // A database that nobody uses any more is dropped.
      onIdleError: (err) => one.log?.warn({ err }, 'a database connection broke'),
    }),
    log,
  }
  return one
}

/** Opens a shop's database, over the connections of the shop that was closed on it last where there are any. */
export const openReused = (opening: Opening): ReusedDatabase => {
  const { address, options, log, keepsSessions } = opening
  const key = JSON.stringify([address, options])
  const one = (keepsSessions ? reusable.get(key) : undefined) ?? openNew(opening)
  if (keepsSessions) reusable.delete(key)
  one.log = log
  const { pool, close } = one.opened
  const { lent, takeBack } = lend(one.opened)
  const leave = async (): Promise<readonly number[]> => {
    takeBack()
    const sessions = keepsSessions && isIdle(pool) ? await sessionsOf(pool).catch(() => null) : null
    one.log = null
    if (sessions === null) await close()
    else reusable.set(key, one)
    return sessions ?? []
  }
  // With a pooler there are two pools, none of which is reusable.
  return { ...(keepsSessions ? lent : one.opened), close, leave }
}
