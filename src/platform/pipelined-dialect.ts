import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely'
import type { Pool } from 'pg'
import { PipelinedConnection } from './pipelined-connection.ts'
import { createStatementNames } from './prepared-statements.ts'

const beginStatement = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')

const asPipelined = (connection: DatabaseConnection): PipelinedConnection => {
  if (connection instanceof PipelinedConnection) return connection
  throw new Error('not a connection of this driver')
}

const pipelinedDriver = (pool: Pool): Driver => {
  const names = createStatementNames()
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => new PipelinedConnection(await pool.connect(), names),
    beginTransaction: async (connection, settings) => asPipelined(connection).begin(beginStatement(settings)),
    commitTransaction: (connection) => asPipelined(connection).commit(),
    rollbackTransaction: (connection) => asPipelined(connection).rollback(),
    releaseConnection: async (connection) => asPipelined(connection).release(),
    destroy: () => pool.end(),
  }
}

/**
 * PostgreSQL over a pool whose clients pipeline: in a transaction, `begin`, deferred statements and the next awaited
 * one are sent together, as are the last ones and `commit`. They run in the order in which they were sent. A failed
 * statement fails the next awaited one, or the commit, with its own error. A statement outside a transaction is retried
 * after a deadlock or a serialization failure. Statements with parameters are prepared.
 */
export const pipelinedDialect = (pool: Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => pipelinedDriver(pool),
})
