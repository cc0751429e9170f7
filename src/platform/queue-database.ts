import { CompiledQuery } from 'kysely'
import { types as wire, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { Db } from 'pg-boss'
import type { Tx } from './app-deps.ts'
import { GatheringClient } from './gathering-client.ts'

const sendBy = (client: PoolClient, query: QueryConfig & { readonly text: string }): Promise<QueryResult> => {
  if (!(client instanceof GatheringClient)) return client.query(query)
  client.limitTo('background')
  const send = (): Promise<QueryResult> => client.watch(client.query(query))
  // A text without values may be several statements, and a transaction of its own.
  return query.values?.length ? client.alone(send) : send()
}

/** pg-boss reads dates as Date, so its statements go through the pool with the driver's own parsers. */
export const throughPool = (pool: Pool): Db => ({
  executeSql: async (text, values) => {
    const client = await pool.connect()
    try {
      const result = await sendBy(client, { text, values, types: wire })
      client.release()
      return result
    } catch (thrown) {
      // Some of its texts are whole transactions, which an error leaves open.
      client.release(true)
      throw thrown
    }
  },
})

/** For jobs that are added: the queue has no event for them. */
export const withinTx = ({ defer: write }: Pick<Tx, 'defer'>): Db => ({
  executeSql: async (text, values) => {
    await write({ compile: () => CompiledQuery.raw(text, values) })
    return { rows: [] }
  },
})
