import { setTimeout as delay } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Pool, types as wire, type ClientConfig } from 'pg'
import { GatheringClient } from './gathering-client.ts'
import { pipelinedDialect } from './pipelined-connection.ts'
import type { Database } from './schema.ts'
import type { Telemetry } from './telemetry.ts'
import type { TimeLimits } from './time-limits.ts'

/** Where PostgreSQL listens: a private socket of our own server, or the operator's `DATABASE_URL`. */
export type DatabaseAddress =
  | { readonly kind: 'socket'; readonly folder: string; readonly user: string; readonly database: string }
  | {
      readonly kind: 'url'
      readonly url: string
      /** A pooler in transaction mode before the same database, for all that needs no session of its own. */
      readonly poolerUrl?: string | null
    }

/** An open database: the pool for code that needs a connection of its own, Kysely for everything else. */
export interface OpenDatabase {
  readonly pool: Pool
  /** Connections to the server itself, for locks that outlast a transaction; the same pool unless a pooler is between. */
  readonly direct: Pool
  readonly kysely: Kysely<Database>
  readonly close: () => Promise<void>
}

interface DatabaseOptions {
  readonly maxConnections: number
  /** Called for connections that break while idle; the pool replaces them by itself. */
  readonly onIdleError: (thrown: Error) => void
  /** How long a request waits for a connection while all are busy, in seconds; 10 by default. */
  readonly connectionWait?: number
  /** None by default: a command may take as long as its operator waits. */
  readonly timeLimits?: TimeLimits
  /** Where statements are recorded; nowhere by default. */
  readonly telemetry?: Telemetry
}

const isoInstant = (text: string): string =>
  text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
    : Temporal.Instant.from(text).toString()

/**
 * How values arrive: bigint as number (ids and counts stay below 2^53), date as `2026-11-20`, timestamptz as
 * `2026-11-20T10:00:00.123Z`, numeric as text, jsonb parsed. Stores turn text into Temporal values. Arrays for a jsonb
 * column must be given as `JSON.stringify(list)`: the driver would write a PostgreSQL array.
 */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [wire.builtins.INT8]: Number,
  [wire.builtins.DATE]: (text) => text,
  [wire.builtins.TIMESTAMPTZ]: isoInstant,
}

type TypeId = Parameters<typeof wire.getTypeParser>[0]

const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') => parsers[oid] ?? wire.getTypeParser(oid, format),
}

/** Connection settings for `pg`, of a pool or of a single client; `name` is what `pg_stat_activity` shows. */
export const connectionSettings = (address: DatabaseAddress, name = 'loam'): ClientConfig => {
  const common = { types, connectionTimeoutMillis: 10_000, application_name: name }
  if (address.kind === 'url') return { ...common, connectionString: address.url }
  // All named, so that PG… variables of the operator's shell change nothing.
  const { folder, user, database } = address
  return { ...common, host: folder, port: 5432, user, database, ssl: false }
}

const openPool = (address: DatabaseAddress, options: DatabaseOptions, sharesSession: boolean): Pool => {
  const { timeLimits: limits = null, connectionWait = 10 } = options
  const pool = new Pool({
    ...connectionSettings(address),
    connectionTimeoutMillis: connectionWait * 1_000,
    pipeline: true,
    Client: class extends GatheringClient {
      constructor(config?: ClientConfig) {
        super(config, { limits, sharesSession })
      }
    },
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', options.onIdleError)
  // The pool listens to idle connections only. One that breaks in use fails its statement; without a listener of its
  // own it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** A peer that vanished does not answer when its connections are closed, and nothing waits for that. */
const farewellMs = 3_000

const endPool = async (pool: Pool): Promise<void> => {
  const isEnded = new AbortController()
  const ended = pool.end().finally(() => isEnded.abort())
  await Promise.race([ended, delay(farewellMs, undefined, { signal: isEnded.signal }).catch(() => undefined)])
}

// One that holds a lock, and one beside it.
const directConnections = 2

/** The address of the pooler before a database; null without one. */
export const poolerOf = (address: DatabaseAddress): DatabaseAddress | null =>
  address.kind === 'url' && address.poolerUrl ? { kind: 'url', url: address.poolerUrl } : null

/** Opens a pool; no connection is made until the first statement. */
export const openDatabase = (address: DatabaseAddress, options: DatabaseOptions): OpenDatabase => {
  const pooler = poolerOf(address)
  const sharesSessions = pooler !== null
  const pool = openPool(pooler ?? address, options, sharesSessions)
  const direct = sharesSessions
    ? openPool(address, { ...options, maxConnections: directConnections }, false)
    : pool
  const { telemetry } = options
  const kysely = new Kysely<Database>({ dialect: pipelinedDialect(pool, { telemetry, sharesSessions }) })
  // Kysely would leave a pool open that it never used itself.
  const close = async (): Promise<void> => void (await Promise.all([...new Set([pool, direct])].map(endPool)))
  return { pool, direct, kysely, close }
}
