import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { pipelinedDialect } from '#platform/pipelined-dialect.ts'
import type { Database } from '#platform/schema.ts'
import type { Step } from '#platform/steps.ts'
import { here, type Meet, type Moment } from './boundaries.ts'
import type { Outside } from './outside.ts'

/** The process ended here, at a step between two writes or with anything that it tried afterwards. */
export class ProcessEnded extends Error {}

/** The life of one process. */
export interface Life {
  isOver: boolean
  /** The step at which it ends, and how often it is passed by before. */
  end: { readonly at: Step; passes: number } | null
}

/** Looks at every boundary of a life; whether the process ends there. */
export type Look = (moment: Moment) => boolean

/** From its end on, a process takes no connection and sends nothing; what it was doing comes to nothing. */
export const mortal = <T>(life: Life, act: () => T): T => {
  if (life.isOver) throw new ProcessEnded('the process has ended')
  return act()
}

/** The database of simulated shops: one connection, so that what waits for what is the same each time. */
export const openLifeDatabase = (address: DatabaseAddress) => ({
  ...openDatabase(address, { maxConnections: 1, onIdleError: () => undefined }),
  address,
})

export type LifeDatabase = ReturnType<typeof openLifeDatabase>

/**
 * The same connections as one process of the shop sees them: after its end it gets none any more, not even one that it
 * waits for. That the connection itself outlives it only saves the server from planning everything anew each time.
 */
const mortalPool = (pool: Pool, life: Life, seenBy: (client: PoolClient) => PoolClient): Pool => {
  const ended = () => new ProcessEnded('the process has ended')
  const connect = (tell?: Parameters<Pool['connect']>[0]): unknown => {
    if (tell === undefined)
      return pool.connect().then((client) => {
        if (!life.isOver) return seenBy(client)
        client.release()
        throw ended()
      })
    return pool.connect((thrown, client, release) => {
      if (!life.isOver) return tell(thrown, client && seenBy(client), release)
      release()
      tell(ended(), undefined, release)
    })
  }
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
  })
}

/** A life that nobody looks at sends its statements as the shop does: those that go together in one write. */
export const mortalDatabase = (
  { pool: shared, address }: LifeDatabase,
  life: Life,
  watched: ((client: PoolClient) => PoolClient) | null,
): LifeDatabase => {
  const pool = mortalPool(shared, life, watched ?? ((client) => client))
  const dialect = watched ? new PostgresDialect({ pool }) : pipelinedDialect(pool)
  const kysely = new Kysely<Database>({ dialect })
  return { pool, kysely, address, close: () => Promise.resolve() }
}

/** Resolves when nobody holds a connection or waits for one: what a dead process was doing has come to nothing. */
export const quiet = async (pool: Pool): Promise<void> => {
  do {
    const client = await pool.connect()
    client.release()
  } while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
}

/** What stands at the boundaries of a life that is looked at. */
export const meetIn =
  (life: Life, look: Look): Meet =>
  (moment) => {
    if (!mortal(life, () => look(moment))) return
    life.isOver = true
    throw new ProcessEnded(`${moment.when} ${moment.name}`)
  }

/** The network and the post of a life, with a boundary at each request and each mail. */
export const mortalOutside = ({ outgoing, mailer }: Outside, life: Life, meet: Meet) => ({
  outgoing: {
    request: (asked: Parameters<Outside['outgoing']['request']>[0]) =>
      mortal(life, async () => {
        const { pathname } = new URL(asked.url)
        const name = `${asked.method} ${pathname.replaceAll(/[^/]*\d[^/]{3,}/g, '…')}`
        const boundary = { kind: 'request', name, sites: here() } as const
        meet({ ...boundary, when: 'before' })
        const answer = await outgoing.request(asked).catch((thrown: unknown) => {
          meet({ ...boundary, when: 'after' })
          throw thrown
        })
        meet({ ...boundary, when: 'after' })
        return answer
      }),
  },
  mailer: {
    ...mailer,
    send: (mail: Parameters<Outside['mailer']['send']>[0]) =>
      mortal(life, async () => {
        await mailer.send(mail)
        meet({ kind: 'mail', name: 'mail', sites: here(), when: 'after' })
      }),
  },
})
