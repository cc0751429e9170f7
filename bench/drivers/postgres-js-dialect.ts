import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Sql } from 'postgres'

const isParameter = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number'

/** A connection of postgres.js; what `isDeferred` holds for is sent without waiting for its answer. */
class Connection implements DatabaseConnection {
  readonly #sql: Sql
  readonly #isDeferred: (query: CompiledQuery) => boolean
  #sent: Promise<unknown>[] = []

  constructor(sql: Sql, isDeferred: (query: CompiledQuery) => boolean) {
    this.#sql = sql
    this.#isDeferred = isDeferred
  }

  async control(text: string, waits: boolean): Promise<void> {
    const answer = this.#sql.unsafe(text).execute()
    if (waits) await this.#last(answer)
    else this.#sent.push(answer)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.filter(isParameter)
    const answer = this.#sql.unsafe<R[]>(query.sql, parameters, { prepare: true }).execute()
    if (this.#isDeferred(query)) {
      this.#sent.push(answer)
      return { rows: [] }
    }
    const rows = await this.#last(answer)
    return { rows: [...rows], numAffectedRows: BigInt(rows.count) }
  }

  streamQuery(): never {
    throw new Error('does not stream')
  }

  async #last<T>(answer: PromiseLike<T>): Promise<T> {
    await Promise.all(this.#sent.splice(0))
    return answer
  }
}

const asConnection = (connection: DatabaseConnection): Connection => {
  if (connection instanceof Connection) return connection
  throw new Error('not a connection of this dialect')
}

/**
 * Kysely over clients of postgres.js with one connection each, for the benchmark only: its own `reserve` hangs when several
 * ask at once. With `pipelines`, `begin` and deferred statements travel with the next awaited one; otherwise each statement
 * is waited for. Never asked for more connections than there are clients.
 */
export const postgresJsDialect = (
  clients: readonly Sql[],
  pipelines: boolean,
  isDeferred: (query: CompiledQuery) => boolean,
): Dialect => {
  const free = clients.map((sql) => new Connection(sql, (query) => pipelines && isDeferred(query)))
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: () => Promise.resolve(),
      acquireConnection: async () => {
        const connection = free.pop()
        if (!connection) throw new Error('more transactions than connections')
        return connection
      },
      beginTransaction: (connection) => asConnection(connection).control('begin', !pipelines),
      commitTransaction: (connection) => asConnection(connection).control('commit', true),
      rollbackTransaction: (connection) => asConnection(connection).control('rollback', true),
      releaseConnection: async (connection) => void free.push(asConnection(connection)),
      destroy: async () => void (await Promise.all(clients.map((sql) => sql.end()))),
    }),
  }
}
