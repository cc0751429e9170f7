import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { DomainEvent } from '#shared/domain-events.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing.ts'
import type { Replica } from './replica.ts'
import type { Database } from './schema.ts'
import type { ShopState, StateName } from './shop-state.ts'
import type { CrashPoint } from './crash-points.ts'

/** All external dependencies of a module, injected once at start. */
export interface AppDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly database: Kysely<Database>
  /** For reads of reports, exports and content; the database itself where the shop has no replica. */
  readonly replica: Replica
  readonly outgoing: Outgoing
  readonly log: Log
  /** The versions that caches depend on; `deps.state.version('catalogue')` costs nothing. */
  readonly state: ShopState
  /** Where the shop is reached from outside, without a trailing slash; links in mails start with it. */
  readonly publicUrl: string
  /** The secret that signs links and identity tokens. */
  readonly secret: string
  /** A named boundary between two steps of a write; fault tests stop the process there, otherwise nothing happens. */
  readonly reachCrashPoint: (crashPoint: CrashPoint) => void
  /** Turns the events of a transaction into jobs, inside that transaction. */
  readonly handleEvents: (tx: Tx, events: readonly DomainEvent[]) => Promise<void>
}

/** A statement of Kysely's, built or written as `sql`. */
interface Statement {
  readonly compile: (db: Transaction<Database>) => CompiledQuery
}

/** A transaction with its time and the events that it publishes. */
export interface Tx {
  readonly db: Transaction<Database>
  /**
   * Sends a statement without waiting for its result: it is sent with the next one. For writes without a result; when
   * one fails, so does the next awaited statement, or the commit, and with it the transaction.
   */
  readonly defer: (statement: Statement) => Promise<void>
  readonly now: Temporal.Instant
  /** The calendar date of `now` in the shop's time zone. */
  readonly today: Temporal.PlainDate
  readonly ids: Ids
  /** The number of this process (`ShopState.processNumber`). */
  readonly process: number | null
  readonly publish: (event: DomainEvent) => void
  /**
   * Runs something as the last step of the transaction: for rows that everybody needs, so that they are locked only
   * briefly.
   */
  readonly beforeCommit: (action: () => Promise<void>) => void
  /**
   * Says that facts of this kind change: caches in this process are stale once the transaction has committed and
   * `inTransaction` returns, those of other processes within moments.
   */
  readonly invalidate: (name: StateName) => Promise<void>
}
