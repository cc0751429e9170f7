import type { Pool, PoolClient } from 'pg'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { interceptedClients, textOf, type Send } from '../simulation/intercepted-clients.ts'
import type { SimulationDatabase } from '../simulation/crashable.ts'
import type { Outside } from '../simulation/outside.ts'
import type { Scheduler, WaitsForLock } from './scheduler.ts'

const pidOf = (client: PoolClient): number => {
  const pid: unknown = Reflect.get(client, 'processID')
  return typeof pid === 'number' ? pid : 0
}

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 110)

const isDeadlock = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '40P01'

/** Connections of one actor whose every statement waits for its turn. */
const gatedPool = (pool: Pool, actor: string, scheduler: Scheduler): Pool => {
  const gated =
    (client: PoolClient, send: Send): Send =>
    async (statement, ...rest) => {
      const point = { actor, kind: 'statement', name: shortened(textOf(statement)) } as const
      const done = await scheduler.arrive(point, pidOf(client))
      try {
        return await send(statement, ...rest)
      } catch (thrown) {
        if (isDeadlock(thrown)) scheduler.note(`${actor}: DEADLOCK in ${point.name}`)
        throw thrown
      } finally {
        done()
      }
    }
  const intercept = interceptedClients(gated)
  const connect = (callback?: Parameters<Pool['connect']>[0]): unknown =>
    callback === undefined
      ? pool.connect().then(intercept)
      : pool.connect((thrown, client, release) => callback(thrown, client && intercept(client), release))
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
  })
}

/** A separate pool for one actor, as the web process or worker of its action would have. */
export const openGatedDatabase = (
  address: DatabaseAddress,
  actor: string,
  scheduler: Scheduler,
): SimulationDatabase => {
  const opened = openDatabase(address, { maxConnections: 6, onIdleError: () => undefined })
  return { ...opened, pool: gatedPool(opened.pool, actor, scheduler), address, starved: [] }
}

/** The same outside, with a turn before each request to the processor. */
export const gatedOutside = (outside: Outside, actor: string, scheduler: Scheduler): Outside => ({
  ...outside,
  outgoing: {
    request: async (request) => {
      const { pathname } = new URL(request.url)
      const name = `${request.method} ${pathname}`
      const done = await scheduler.arrive({ actor, kind: 'request', name }, 0)
      try {
        return await outside.outgoing.request(request)
      } finally {
        done()
      }
    },
  },
})

/** Asks PostgreSQL, over a connection that no actor uses. */
export const lockMonitor =
  (pool: Pool): WaitsForLock =>
  async (pids) => {
    const { rows } = await pool.query<{ pid: number }>(
      'select distinct pid from pg_locks where not granted and pid = any($1)',
      [pids],
    )
    return new Set(rows.map(({ pid }) => pid))
  }
