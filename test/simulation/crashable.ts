import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { openDatabase, type DatabaseAddress, type OpenDatabase } from '#platform/database.ts'
import { pipelinedDialect } from '#platform/pipelined-connection.ts'
import type { Database } from '#platform/schema.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { captureSites, type OnBoundary, type BoundaryMoment } from './boundaries.ts'
import type { Outside } from './outside.ts'

/** The process ended here, at a step between two writes or with anything that it tried afterwards. */
export class ProcessEnded extends Error {}

/** The state of one process. */
export interface ProcessState {
  isOver: boolean
  /** The step at which it ends, and how often it is passed by before. */
  end: { readonly at: CrashPoint; passes: number } | null
}

/** Called at every boundary of a simulation; returns whether the process ends there. */
export type ShouldCrash = (moment: BoundaryMoment) => boolean

/** From its end on, a process takes no connection and sends nothing; what it was doing is undone. */
export const runUnlessEnded = <T>(processState: ProcessState, action: () => T): T => {
  if (processState.isOver) throw new ProcessEnded('the process has ended')
  return action()
}

/** The database of simulated shops: one connection, so that what waits for what is the same each time. */
export const openSimulationDatabase = (address: DatabaseAddress): SimulationDatabase => ({
  ...openDatabase(address, { maxConnections: 1, onIdleError: () => undefined }),
  address,
  starved: [],
})

export interface SimulationDatabase extends OpenDatabase {
  readonly address: DatabaseAddress
  /** Where a connection was waited for in vain: who holds the only one and asks for another waits for ever. */
  readonly starved: string[]
}

/** The lines of the shop that waited for a connection; none for the queue's own look, which holds none and comes again. */
const waitingAt = (thrown: unknown): readonly string[] => {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const sites = [...stack.matchAll(/\/(src\/[\w/-]+\.ts:\d+)/g)].map(([, site]) => site).join(' < ')
  return sites.startsWith('src/platform/queue-database.ts') ? [] : [sites]
}

/**
 * The same connections as one process of the shop sees them: after its end it gets none anymore, not even one that it
 * waits for. That the connection itself outlives it only saves the server from planning every statement again.
 */
const crashablePool = (
  { pool, starved }: Pick<SimulationDatabase, 'pool' | 'starved'>,
  processState: ProcessState,
  intercept: (client: PoolClient) => PoolClient,
): Pool => {
  const ended = () => new ProcessEnded('the process has ended')
  const note = (thrown: unknown): never => {
    starved.push(...waitingAt(thrown))
    throw thrown
  }
  const connect = (callback?: Parameters<Pool['connect']>[0]): unknown => {
    if (callback === undefined)
      return pool.connect().then((client) => {
        if (!processState.isOver) return intercept(client)
        client.release()
        throw ended()
      }, note)
    return pool.connect((thrown, client, release) => {
      if (thrown) starved.push(...waitingAt(thrown))
      if (!processState.isOver) return callback(thrown, client && intercept(client), release)
      release()
      callback(ended(), undefined, release)
    })
  }
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
  })
}

/** A simulation without an observer sends its statements as the shop does: those that belong together in one write. */
export const crashableDatabase = (
  { pool: shared, address, starved }: SimulationDatabase,
  processState: ProcessState,
  watched: ((client: PoolClient) => PoolClient) | null,
): SimulationDatabase => {
  const pool = crashablePool({ pool: shared, starved }, processState, watched ?? ((client) => client))
  const dialect = watched ? new PostgresDialect({ pool }) : pipelinedDialect(pool)
  const kysely = new Kysely<Database>({ dialect })
  return { pool, direct: pool, kysely, address, starved, close: () => Promise.resolve() }
}

/** Resolves when nobody holds a connection or waits for one: what a dead process was doing is undone. */
export const untilIdle = async (pool: Pool): Promise<void> => {
  do {
    const client = await pool.connect()
    client.release()
  } while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
}

/** The observer at the boundaries of a simulation. */
export const crashAt =
  (processState: ProcessState, shouldCrash: ShouldCrash): OnBoundary =>
  (moment) => {
    if (!runUnlessEnded(processState, () => shouldCrash(moment))) return
    processState.isOver = true
    throw new ProcessEnded(`${moment.when} ${moment.name}`)
  }

/** The network and the post of a life, with a boundary at each request and each mail. */
export const crashableOutside = (
  { outgoing, mailer }: Outside,
  processState: ProcessState,
  onBoundary: OnBoundary,
) => ({
  outgoing: {
    request: (request: Parameters<Outside['outgoing']['request']>[0]) =>
      runUnlessEnded(processState, async () => {
        const { pathname } = new URL(request.url)
        const name = `${request.method} ${pathname.replaceAll(/[^/]*\d[^/]{3,}/g, '…')}`
        const boundary = { kind: 'request', name, sites: captureSites() } as const
        onBoundary({ ...boundary, when: 'before' })
        const answer = await outgoing.request(request).catch((thrown: unknown) => {
          onBoundary({ ...boundary, when: 'after' })
          throw thrown
        })
        onBoundary({ ...boundary, when: 'after' })
        return answer
      }),
  },
  mailer: {
    ...mailer,
    send: (mail: Parameters<Outside['mailer']['send']>[0]) =>
      runUnlessEnded(processState, async () => {
        await mailer.send(mail)
        onBoundary({ kind: 'mail', name: 'mail', sites: captureSites(), when: 'after' })
      }),
  },
})
