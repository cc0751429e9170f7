import { PostgresDialect } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely'
import type { Pool } from 'pg'
import { retryContention } from './contention.ts'
import { fractionFrom } from './ids.ts'

const unanswered = new WeakSet<CompiledQuery>()

/** Has a connection of `pipelinedDialect` send a statement without waiting for its answer. */
export const withoutAnswer = (query: CompiledQuery): CompiledQuery => {
  unanswered.add(query)
  return query
}

type Failure = { readonly thrown: unknown } | null

const failureOf = (answer: Promise<unknown>): Promise<Failure> =>
  answer.then(
    () => null,
    (thrown: unknown) => ({ thrown }),
  )

/** A connection that knows what it has sent in this transaction and not seen answered. */
const pipelined = (inner: DatabaseConnection) => {
  const sent: Promise<Failure>[] = []
  let transaction = false
  /** Fails of the first thing that failed: what came after it only says that the transaction is aborted. */
  const lastAnswer = async <T>(answer: Promise<T>): Promise<T> => {
    const last = failureOf(answer)
    for (const failure of sent.splice(0)) {
      const failed = await failure
      if (failed === null) continue
      await last
      throw failed.thrown
    }
    return answer
  }
  const send = (answer: Promise<unknown>): void => void sent.push(failureOf(answer))
  return {
    inner,
    send,
    lastAnswer,
    enter: (): void => void (transaction = true),
    executeQuery: async <R>(query: CompiledQuery) => {
      // A statement outside a transaction is one of its own: a deadlock undid all of it.
      if (!transaction) return retryContention(() => inner.executeQuery<R>(query), { fraction: fractionFrom })
      const answer = inner.executeQuery<R>(query)
      if (!unanswered.has(query)) return lastAnswer(answer)
      send(answer)
      return { rows: [] }
    },
    streamQuery: <R>(query: CompiledQuery, chunkSize: number) => inner.streamQuery<R>(query, chunkSize),
  }
}

type Pipelined = ReturnType<typeof pipelined>

const pipelinedDriver = (inner: Driver): Driver => {
  const opened = new WeakMap<DatabaseConnection, Pipelined>()
  const of = (connection: DatabaseConnection): Pipelined => {
    const known = opened.get(connection)
    if (!known) throw new Error('not a connection of this driver')
    return known
  }
  return {
    init: (options) => inner.init(options),
    acquireConnection: async (options) => {
      const connection = pipelined(await inner.acquireConnection(options))
      opened.set(connection, connection)
      return connection
    },
    // Travels with the first statement; where it fails, the connection is gone and that one fails too.
    beginTransaction: async (connection, settings) => {
      of(connection).enter()
      of(connection).send(inner.beginTransaction(of(connection).inner, settings))
    },
    // Travels with the last ones; after one that failed PostgreSQL rolls back instead.
    commitTransaction: (connection) =>
      of(connection).lastAnswer(inner.commitTransaction(of(connection).inner)),
    rollbackTransaction: async (connection) => {
      const rolledBack = inner.rollbackTransaction(of(connection).inner)
      await of(connection)
        .lastAnswer(rolledBack)
        .catch(() => rolledBack)
    },
    releaseConnection: (connection, options) => inner.releaseConnection(of(connection).inner, options),
    destroy: (options) => inner.destroy(options),
  }
}

/**
 * PostgreSQL over a pool whose clients pipeline: in a transaction, `begin`, statements marked `withoutAnswer` and the
 * next one that is waited for travel together, as do the last ones and `commit`. They are carried out in the order in
 * which they were sent. A statement that fails fails the next one that is waited for, or the commit, with its own error.
 * A statement outside a transaction is sent again after a deadlock or a serialization failure.
 */
export const pipelinedDialect = (pool: Pool): Dialect => {
  const plain = new PostgresDialect({ pool })
  return {
    createAdapter: () => plain.createAdapter(),
    createQueryCompiler: () => plain.createQueryCompiler(),
    createIntrospector: (db) => plain.createIntrospector(db),
    createDriver: () => pipelinedDriver(plain.createDriver()),
  }
}
