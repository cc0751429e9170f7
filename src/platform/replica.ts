import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { codeOf } from './contention.ts'
import { openDatabase, type OpenDatabase } from './database.ts'
import type { Log } from './log.ts'
import { isDatabaseAway, notLeader } from './outage.ts'
import type { Database } from './schema.ts'
import { readVersions, type StateName } from './shop-state-store.ts'
import type { TimeLimits } from './time-limits.ts'

type Read<T> = (db: Kysely<Database>) => Promise<T>

/** Where reads go that need not see what was written a moment ago: a replica of the database, or the database itself. */
export interface Replica {
  /** Runs a read that may be as old as the settings allow. It may be run twice, so it writes nothing. */
  readonly read: <T>(run: Read<T>) => Promise<T>
  /** Runs a read of facts that have this version, or a later one. */
  readonly readVersion: <T>(name: StateName, version: number, run: Read<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** For a shop without a replica. */
export const noReplica = (database: Kysely<Database>): Replica => ({
  read: (run) => run(database),
  readVersion: (_name, _version, run) => run(database),
  close: () => Promise.resolve(),
})

/** Why a replica is not read now. */
class Unusable extends Error {}

/** The replica is without a change that was made a moment ago, as it has to be after each. */
class NotReplayed extends Unusable {}

/** PostgreSQL's code for a read at a replica that stands in the way of what it has to replay. */
const replayConflict = '40001'

/** Codes of a statement that took too long, which it would at the database too, and of one that writes. */
const ownFaults = ['57014', notLeader]

const isOfReplica = (thrown: unknown): boolean =>
  thrown instanceof Unusable ||
  codeOf(thrown) === replayConflict ||
  (isDatabaseAway(thrown) && !ownFaults.includes(codeOf(thrown)))

/**
 * Seconds by which the replica may be behind, by the clock of the database: 0 when it has replayed all that the database has
 * written, otherwise the age of the last transaction that it has. Throws Unusable for a server that is no replica of it.
 */
const secondsBehind = async (primary: Kysely<Database>, replica: Kysely<Database>): Promise<number> => {
  const identity = sql`(select concat_ws(' ', system_identifier, current_database()) from pg_control_system()) as database`
  const { rows } = await sql<{ lsn: string; at: string; database: string }>`
    select pg_current_wal_lsn()::text as lsn, clock_timestamp()::text as at, ${identity}`.execute(primary)
  const [written] = rows
  if (written === undefined) throw new Unusable('the database does not say what it has written')
  const answer = await sql<{ isReplica: boolean; database: string; seconds: number | null }>`
    select pg_is_in_recovery() as "isReplica", ${identity},
      case when pg_last_wal_replay_lsn() >= ${written.lsn}::pg_lsn then 0
        else extract(epoch from ${written.at}::timestamptz - pg_last_xact_replay_timestamp())::float8 end as seconds`.execute(
    replica,
  )
  const [replayed] = answer.rows
  if (!replayed?.isReplica || replayed.database !== written.database)
    throw new Unusable('DATABASE_REPLICA_URL leads to no replica of this database')
  return replayed.seconds ?? Number.POSITIVE_INFINITY
}

interface ReplicaOptions {
  readonly primary: Kysely<Database>
  readonly url: string
  /** How old a read may be. */
  readonly maxSeconds: number
  readonly timeLimits: TimeLimits
  readonly log: Log
  /** How long a replica that failed is not tried again, in milliseconds. */
  readonly pauseMs?: number
}

// Reports are few; more of them wait for one another.
const connections = 4
const connectionWait = 2

const defaultPauseMs = 10_000

const openAt = ({ url, timeLimits, log }: ReplicaOptions): OpenDatabase =>
  openDatabase(
    { kind: 'url', url },
    {
      maxConnections: connections,
      connectionWait,
      timeLimits,
      onIdleError: (err) => log.warn({ err }, 'a connection to the replica broke'),
    },
  )

/** Tries reads at the replica, and has the database answer those that fail there. */
const createFallback = ({ primary, log, pauseMs = defaultPauseMs }: ReplicaOptions) => {
  let pausedUntil = 0
  let isWell = true
  const note = (thrown: unknown): void => {
    if (thrown instanceof NotReplayed) return
    if (!(thrown instanceof Unusable)) pausedUntil = performance.now() + pauseMs
    if (isWell) log.warn({ err: thrown }, 'the replica cannot be read; reads go to the database')
    isWell = false
  }
  return async <T>(readAt: (run: Read<T>) => Promise<T>, run: Read<T>): Promise<T> => {
    if (performance.now() < pausedUntil) return run(primary)
    let hasBegun = false
    try {
      const answer = await readAt((db) => {
        hasBegun = true
        return run(db)
      })
      if (!isWell) log.info({}, 'the replica is read again')
      isWell = true
      return answer
    } catch (thrown) {
      // Before the read begins, every failure is the replica's.
      if (hasBegun && !isOfReplica(thrown)) throw thrown
      note(thrown)
      return run(primary)
    }
  }
}

/** Version and facts are of one moment of the replica. */
const readAtVersion = <T>(
  replica: Kysely<Database>,
  name: StateName,
  version: number,
  run: Read<T>,
): Promise<T> =>
  replica
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const known = (await readVersions(db)).get(name) ?? 0
      if (known < version) throw new NotReplayed()
      return run(db)
    })

/**
 * Opens a streaming replica; no connection is made until the first read. What it cannot answer, because it is away, too far
 * behind or replays in between, the database answers.
 */
export const openReplica = (options: ReplicaOptions): Replica => {
  const { primary, maxSeconds } = options
  const { kysely: replica, close } = openAt(options)
  const tryReplica = createFallback(options)
  const readChecked = async <T>(run: Read<T>): Promise<T> => {
    const seconds = await secondsBehind(primary, replica)
    if (seconds > maxSeconds) throw new Unusable(`the replica may be ${seconds} seconds behind`)
    return run(replica)
  }
  return {
    read: (run) => tryReplica(readChecked, run),
    readVersion: (name, version, run) =>
      tryReplica((read) => readAtVersion(replica, name, version, read), run),
    close,
  }
}
