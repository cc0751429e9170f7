import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { codeOf, retryContention } from './contention.ts'
import { GatheringClient } from './gathering-client.ts'
import { fractionFrom } from './ids.ts'
import { notLeader } from './outage.ts'
import { createStatementNames, planIsStale, unnamedStatements } from './prepared-statements.ts'
import type { StatementNames } from './prepared-statements.ts'
import { statementSummary } from './statement-summary.ts'
import { noTelemetry } from './telemetry.ts'
import type { Telemetry } from './telemetry.ts'
import { currentWork } from './time-limits.ts'

const beginStatement = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')

const asPipelined = (connection: DatabaseConnection): PipelinedConnection => {
  if (connection instanceof PipelinedConnection) return connection
  throw new Error('not a connection of this driver')
}

const pipelinedDriver = (
  pool: Pool,
  { telemetry = noTelemetry, sharesSessions = false }: DialectOptions,
): Driver => {
  const names = sharesSessions ? unnamedStatements : createStatementNames()
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const client = await pool.connect()
      if (client instanceof GatheringClient) client.limitTo(currentWork())
      return new PipelinedConnection(client, names, telemetry)
    },
    beginTransaction: async (connection, settings) => asPipelined(connection).begin(beginStatement(settings)),
    commitTransaction: (connection) => asPipelined(connection).commit(),
    rollbackTransaction: (connection) => asPipelined(connection).rollback(),
    releaseConnection: async (connection) => asPipelined(connection).release(),
    destroy: () => pool.end(),
  }
}

interface DialectOptions {
  /** Where statements are recorded; nowhere by default. */
  readonly telemetry?: Telemetry
  /** Whether a pooler gives each transaction another session of the server: then no statement is prepared by name. */
  readonly sharesSessions?: boolean
}

/**
 * PostgreSQL over a pool whose clients pipeline: in a transaction, `begin`, deferred statements and the next awaited
 * one are sent together, as are the last ones and `commit`. They run in the order in which they were sent. A failed
 * statement fails the next awaited one, or the commit, with its own error. A statement outside a transaction is retried
 * after a deadlock or a serialization failure. Statements with parameters are prepared.
 */
export const pipelinedDialect = (pool: Pool, options: DialectOptions = {}): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => pipelinedDriver(pool, options),
})

const deferredQueries = new WeakSet<CompiledQuery>()

/** Has a connection send a statement of a transaction without waiting for its answer. */
export const markDeferred = (query: CompiledQuery): CompiledQuery => {
  deferredQueries.add(query)
  return query
}

type Failure = { readonly thrown: unknown } | null

const failureOf = (answer: Promise<unknown>): Promise<Failure> =>
  answer.then(
    () => null,
    (thrown: unknown) => ({ thrown }),
  )

const writeCommands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/** A connection that knows what it has sent in this transaction and not seen answered. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #names: StatementNames
  readonly #telemetry: Telemetry
  #sent: Promise<Failure>[] = []
  #isInTransaction = false
  #isBroken = false

  constructor(client: PoolClient, names: StatementNames, telemetry: Telemetry) {
    this.#client = client
    this.#names = names
    this.#telemetry = telemetry
  }

  /** Sent with the first statement; if it fails, the connection is gone and that statement fails too. */
  begin(statement: string): void {
    this.#isInTransaction = true
    this.#gather()
    const limits = this.#client instanceof GatheringClient ? this.#client.transactionLimits : null
    const text = limits === null ? statement : `${statement}; ${limits}`
    this.#sent.push(failureOf(this.#watch(this.#client.query(text))))
  }

  /** Travels with the last statements; after one that failed PostgreSQL rolls back instead, and that failure is thrown. */
  async commit(): Promise<void> {
    this.#gather()
    const { command } = await this.#lastAnswer(
      this.#record('commit', () => this.#watch(this.#client.query('commit'))),
    )
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed')
  }

  async rollback(): Promise<void> {
    const failure = await failureOf(this.#watch(this.#client.query('rollback')))
    await Promise.all(this.#sent.splice(0))
    if (failure === null) return
    this.#isBroken = true
    throw failure.thrown
  }

  /** Gives the connection back to its pool, which closes a broken one. */
  release(): void {
    this.#isInTransaction = false
    this.#client.release(this.#isBroken)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A statement outside a transaction is its own transaction: a deadlock undid all of it.
    if (!this.#isInTransaction)
      return retryContention(() => this.#alone(() => this.#send<R>(query)), { fraction: fractionFrom })
    const answer = this.#send<R>(query)
    if (!deferredQueries.has(query)) return this.#lastAnswer(answer)
    this.#sent.push(failureOf(answer))
    return { rows: [] }
  }

  streamQuery(): never {
    throw new Error('a connection that pipelines cannot stream')
  }

  #gather(): void {
    if (this.#client instanceof GatheringClient) this.#client.gather()
  }

  #watch<T>(answer: Promise<T>): Promise<T> {
    return this.#client instanceof GatheringClient ? this.#client.watch(answer) : answer
  }

  #alone<T>(send: () => Promise<T>): Promise<T> {
    return this.#client instanceof GatheringClient ? this.#client.alone(send) : send()
  }

  /** Only what a statement does, and to which table: its text may hold values. */
  #record<T>(text: string, send: () => Promise<T>): Promise<T> {
    if (!this.#telemetry.isOn) return send()
    const name = statementSummary(text)
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    return this.#telemetry.within({ name, kind: 'client', facts }, send)
  }

  #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#record(query.sql, () => this.#sendNow<R>(query))
  }

  async #sendNow<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#gather()
    const name = parameters.length > 0 ? this.#names.nameOf(text) : undefined
    try {
      const answer = this.#client.query({ name, text, values: [...parameters] })
      const { command, rowCount, rows } = await this.#watch(answer)
      return writeCommands.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
    } catch (thrown) {
      if (codeOf(thrown) === planIsStale) this.#names.forget()
      if (codeOf(thrown) === notLeader) this.#isBroken = true
      throw thrown
    }
  }

  /** Fails with the error of the first failed statement: later errors only say that the transaction is aborted. */
  async #lastAnswer<T>(answer: Promise<T>): Promise<T> {
    const last = failureOf(answer)
    for (const failure of this.#sent.splice(0)) {
      const failed = await failure
      if (failed === null) continue
      await last
      throw failed.thrown
    }
    return answer
  }
}
