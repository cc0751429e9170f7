import type { CompiledQuery } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { GatheringClient } from './gathering-client.ts'
import { currentWork, type WorkKind } from './time-limits.ts'

/** A client of the pool, for one who uses it. */
export interface Lease {
  readonly client: PoolClient
  /** Gives it back; a broken one is closed. */
  readonly end: (isBroken: boolean) => void
}

/** Takes a client of the pool for oneself, with the time limits of the current work. */
export const leaseAlone = async (pool: Pool): Promise<Lease> => {
  const client = await pool.connect()
  if (client instanceof GatheringClient) client.limitTo(currentWork())
  return { client, end: (isBroken) => client.release(isBroken) }
}

/**
 * Whether a statement only reads and waits for no lock of a row: so it delays nobody who shares its connection. What it begins `with`
 * may write or lock, and is not looked into.
 */
export const isPlainRead = ({ query }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' && query.with === undefined && (query.endModifiers ?? []).length === 0

interface Flight {
  readonly kind: WorkKind
  readonly lease: Promise<Lease>
  users: number
  isBroken: boolean
}

/** What may take long, and is not to be waited for. */
const longKinds: readonly WorkKind[] = ['report', 'unlimited']

/** Gives all who ask for a client within one turn of the event loop, for the same kind of work, the same one. */
export const sharedLeases = (pool: Pool): (() => Promise<Lease>) => {
  let flight: Flight | null = null
  const depart = (): Flight => {
    const departing: Flight = { kind: currentWork(), lease: leaseAlone(pool), users: 0, isBroken: false }
    flight = departing
    process.nextTick(() => {
      if (flight === departing) flight = null
    })
    return departing
  }
  return async () => {
    const kind = currentWork()
    if (longKinds.includes(kind)) return leaseAlone(pool)
    const mine = flight?.kind === kind ? flight : depart()
    mine.users += 1
    const { client, end } = await mine.lease
    return {
      client,
      end: (isBroken) => {
        mine.users -= 1
        mine.isBroken ||= isBroken
        if (mine.users === 0) end(mine.isBroken)
      },
    }
  }
}
