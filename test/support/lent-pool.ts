import { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { OpenDatabase } from '#platform/database.ts'
import { pipelinedDialect } from '#platform/pipelined-connection.ts'
import type { Database } from '#platform/schema.ts'

/** An open database for one use, after which it answers as a closed one does, while its connections stay open. */
export interface LentDatabase {
  readonly lent: Pick<OpenDatabase, 'pool' | 'direct' | 'kysely'>
  readonly takeBack: () => void
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'

/** For databases without a pooler before them. */
export const lend = ({ pool: own }: Pick<OpenDatabase, 'pool'>): LentDatabase => {
  let isLent = true
  const refuse = () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'))
  const pool = new Proxy<Pool>(own, {
    get: (target, key) => {
      if (!isLent && (key === 'connect' || key === 'query')) return refuse
      const value: unknown = Reflect.get(target, key)
      // Itself, for what it has its connections call later must not come by here.
      return isFunction(value) ? value.bind(target) : value
    },
  })
  const kysely = new Kysely<Database>({ dialect: pipelinedDialect(pool) })
  return { lent: { pool, direct: pool, kysely }, takeBack: () => void (isLent = false) }
}

/** Whether nobody uses a connection of it, or waits for one. */
export const isIdle = (pool: Pool): boolean =>
  !pool.ended && !pool.ending && pool.idleCount === pool.totalCount && pool.waitingCount === 0

/** The sessions of an idle pool, by their numbers at the server. `clean` is done in each of them first. */
export const sessionsOf = async (pool: Pool, clean = ''): Promise<number[]> => {
  const clients: PoolClient[] = []
  for (let count = pool.idleCount; count > 0; count -= 1) clients.push(await pool.connect())
  try {
    const numbers = clients.map(async (client) => {
      if (clean !== '') await client.query(clean)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return rows.map(({ pid }) => pid)
    })
    return (await Promise.all(numbers)).flat()
  } finally {
    for (const client of clients) client.release()
  }
}
