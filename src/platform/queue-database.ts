import { CompiledQuery } from 'kysely'
import { types as wire, type Pool } from 'pg'
import type { Db } from 'pg-boss'
import type { Tx } from './app-deps.ts'
import { GatheringClient } from './gathering-client.ts'

/** pg-boss reads dates as Date, so its statements go through the pool with the driver's own parsers. */
export const throughPool = (pool: Pool): Db => ({
  executeSql: async (text, values) => {
    const client = await pool.connect()
    try {
      if (client instanceof GatheringClient) client.limitTo('background')
      const answer = client.query({ text, values, types: wire })
      const result = await (client instanceof GatheringClient ? client.watch(answer) : answer)
      client.release()
      return result
    } catch (thrown) {
      // Some of its texts are whole transactions, which an error leaves open.
      client.release(true)
      throw thrown
    }
  },
})

/** For jobs that are added: of those, the queue says nothing. */
export const withinTx = ({ defer: write }: Pick<Tx, 'defer'>): Db => ({
  executeSql: async (text, values) => {
    await write({ compile: () => CompiledQuery.raw(text, values) })
    return { rows: [] }
  },
})
