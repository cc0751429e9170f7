import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { DummyDriver, PostgresAdapter, PostgresIntrospector, Transaction } from 'kysely'
import type { Pool, QueryConfig, QueryResult as PgResult } from 'pg'
import { codeOf, retryContention } from './contention.ts'
import { GatheringClient } from './gathering-client.ts'
import { fractionFrom } from './ids.ts'
import {
  ListCompiler,
  createStatementNames,
  planIsStale,
  unnamedStatements,
  statementSummary,
} from './statements.ts'
import type { StatementNames } from './statements.ts'
import { notLeader } from './outage.ts'
import { isPlainRead, leaseAlone, sharedLeases } from './shared-reads.ts'
import type { Lease } from './shared-reads.ts'
import { noTelemetry } from './telemetry.ts'
import type { Telemetry } from './telemetry.ts'

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
  const alone = () => leaseAlone(pool)
  // On a shared session a read is three messages of its own, which nothing may come between.
  const shared = sharesSessions ? alone : sharedLeases(pool)
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => new PipelinedConnection({ alone, shared }, names, telemetry),
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
 * PostgreSQL over a pool whose clients pipeline: in a transaction, `begin`, deferred statements and those of one turn
 * are sent together, as are the last ones and `commit`. They run in the order in which they were sent. A failed
 * statement fails what was sent after it, and the commit, with its own error. A statement outside a transaction is retried
 * after a deadlock or a serialization failure; plain reads of one turn share a connection. Statements with parameters are prepared.
 */
export const pipelinedDialect = (pool: Pool, options: DialectOptions = {}): Dialect =>
  dialectOf(() => pipelinedDriver(pool, options))

const dialectOf = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new ListCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver,
})

/**
 * The same transaction, of which Kysely does not hold a statement back until the one before it is answered: statements of
 * one turn are sent together, in the order in which they were called.
 */
export const withoutQueue = async <DB>(queued: Transaction<DB>): Promise<Transaction<DB>> => {
  const executor = queued.getExecutor()
  const connection = await executor.provideConnection((provided) => Promise.resolve(provided))
  // A transaction begins and ends where it was opened, so this driver does nothing.
  const driver = new DummyDriver()
  const dialect = dialectOf(() => driver)
  return new Transaction<DB>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
}

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

const gather = (client: Lease['client']): void => {
  if (client instanceof GatheringClient) client.gather()
}

const watch = <T>(client: Lease['client'], answer: Promise<T>): Promise<T> =>
  client instanceof GatheringClient ? client.watch(answer) : answer

type Answer = Pick<PgResult, 'command' | 'rowCount' | 'rows'>

/**
 * Sends a statement. The driver's own promise would have V8 keep its rows until a collection of the whole heap, which comes after tens of
 * megabytes of them.
 */
const answerOf = (client: Lease['client'], query: QueryConfig): Promise<Answer> =>
  new Promise((resolve, reject) => {
    client.query(query, (thrown: Error | null, answer: PgResult) => {
      if (thrown) return reject(thrown)
      const { command, rowCount, rows } = answer
      resolve({ command, rowCount, rows })
    })
  })

const writeCommands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

interface Leases {
  readonly alone: () => Promise<Lease>
  readonly shared: () => Promise<Lease>
}

/** Has a client when it needs one, and knows what it has sent in its transaction and not seen answered. */
class PipelinedConnection implements DatabaseConnection {
  readonly #leases: Leases
  readonly #names: StatementNames
  readonly #telemetry: Telemetry
  #sent: Promise<Failure>[] = []
  #transaction: Lease | null = null
  #isOver = false
  #isBroken = false
  /** What failed first in the transaction: PostgreSQL says of everything after it only that the transaction is aborted. */
  #first: Failure = null

  constructor(leases: Leases, names: StatementNames, telemetry: Telemetry) {
    this.#leases = leases
    this.#names = names
    this.#telemetry = telemetry
  }

  /** Sent with the first statement; if it fails, the connection is gone and that statement fails too. */
  async begin(statement: string): Promise<void> {
    this.#transaction = await this.#leases.alone()
    const { client } = this.#transaction
    gather(client)
    const limits = client instanceof GatheringClient ? client.transactionLimits : null
    const text = limits === null ? statement : `${statement}; ${limits}`
    this.#sent.push(failureOf(watch(client, client.query(text))))
  }

  /** Travels with the last statements; after one that failed PostgreSQL rolls back instead, and that failure is thrown. */
  async commit(): Promise<void> {
    const { client } = this.#endTransaction()
    gather(client)
    const { command } = await this.#lastAnswer(
      this.#record('commit', () => watch(client, client.query('commit'))),
    )
    if (command !== 'ROLLBACK') return
    throw this.#first?.thrown ?? new Error('the transaction was rolled back instead of committed')
  }

  async rollback(): Promise<void> {
    const { client } = this.#endTransaction()
    const failure = await failureOf(watch(client, client.query('rollback')))
    await Promise.all(this.#sent.splice(0))
    if (failure === null) return
    this.#isBroken = true
    throw failure.thrown
  }

  /** Gives the client of a transaction back to its pool, which closes a broken one. */
  release(): void {
    this.#isOver = true
    this.#transaction?.end(this.#isBroken)
    this.#transaction = null
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A statement after the end, such as one of a step next to a failed one, must not be written outside of the transaction.
    if (this.#isOver) throw new Error('the transaction of this statement has ended')
    // A statement outside a transaction is its own transaction: a deadlock undid all of it.
    if (this.#transaction === null)
      return retryContention(() => this.#sendAlone<R>(query), { fraction: fractionFrom })
    const answer = this.#send<R>(this.#transaction, query)
    if (!deferredQueries.has(query)) return this.#lastAnswer(answer)
    this.#sent.push(failureOf(answer))
    return { rows: [] }
  }

  streamQuery(): never {
    throw new Error('a connection that pipelines cannot stream')
  }

  #endTransaction(): Lease {
    this.#isOver = true
    if (this.#transaction === null) throw new Error('no transaction has begun')
    return this.#transaction
  }

  async #sendAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const lease = await (isPlainRead(query) ? this.#leases.shared() : this.#leases.alone())
    const { client } = lease
    try {
      const send = () => this.#send<R>(lease, query)
      return await (client instanceof GatheringClient ? client.alone(send) : send())
    } finally {
      lease.end(this.#isBroken)
    }
  }

  /** Only what a statement does, and to which table: its text may hold values. */
  #record<T>(text: string, send: () => Promise<T>): Promise<T> {
    if (!this.#telemetry.isOn) return send()
    const name = statementSummary(text)
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    return this.#telemetry.within({ name, kind: 'client', facts }, send)
  }

  #send<R>(lease: Lease, query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#record(query.sql, () => this.#sendNow<R>(lease, query))
  }

  async #sendNow<R>({ client }: Lease, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    gather(client)
    const name = parameters.length > 0 ? this.#names.nameOf(text) : undefined
    try {
      const answer = answerOf(client, { name, text, values: [...parameters] })
      const { command, rowCount, rows } = await watch(client, answer)
      return writeCommands.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
    } catch (thrown) {
      // A stack that leads to who sent it, and not to the socket.
      if (thrown instanceof Error) Error.captureStackTrace(thrown)
      if (codeOf(thrown) === planIsStale) this.#names.forget()
      if (codeOf(thrown) === notLeader) this.#isBroken = true
      if (this.#transaction === null) throw thrown
      this.#first ??= { thrown }
      throw this.#first.thrown
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
