import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Row = Readonly<Record<string, unknown>>

const schema = `
  create table if not exists token (
    id text primary key, test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null, created_at integer not null, used_by text
  ) strict;
  create table if not exists customer (
    id text primary key, reference text not null unique, email text not null, created_at integer not null
  ) strict;
  create table if not exists method (
    id text primary key, customer_id text not null references customer (id), test_card text not null,
    brand text not null, last4 text not null, exp_month integer not null, exp_year integer not null,
    created_at integer not null
  ) strict;
  create table if not exists charge (
    id text primary key, idempotency_key text not null unique, request_digest text not null,
    state text not null check (state in ('succeeded', 'declined', 'challenge', 'closed')),
    amount integer not null check (amount > 0), currency text not null,
    decline_kind text, decline_reason text, challenge text unique, return_url text not null,
    customer_id text, method_id text, save_method integer not null, off_session integer not null,
    test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null,
    description text not null, metadata text not null, created_at integer not null
  ) strict;
  create index if not exists charge_by_time on charge (created_at, id);
  create table if not exists setup (
    id text primary key, idempotency_key text not null unique, request_digest text not null,
    state text not null check (state in ('succeeded', 'declined', 'challenge', 'closed')),
    amount integer not null check (amount = 0), currency text not null,
    decline_kind text, decline_reason text, challenge text unique, return_url text not null,
    customer_id text, method_id text, save_method integer not null, off_session integer not null,
    test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null,
    description text not null, metadata text not null, created_at integer not null
  ) strict;
  create table if not exists closed_key (idempotency_key text primary key, closed_at integer not null) strict;
  create table if not exists refund (
    id text primary key, idempotency_key text not null unique, charge_id text not null references charge (id),
    amount integer not null check (amount > 0), created_at integer not null
  ) strict;
  create table if not exists event (
    id text primary key, body text not null, created_at integer not null
  ) strict;
  create table if not exists delivery (
    id integer primary key, event_id text not null references event (id), due_at integer not null,
    attempts integer not null default 0, done text check (done in ('delivered', 'given-up'))
  ) strict;
  create index if not exists delivery_due on delivery (due_at, id) where done is null;
`

/**
 * Opens the data file. `full`: what a write has answered is on the disk, whatever is cut off afterwards. `normal`: a
 * power cut may undo the last moments, which is enough for what is done at least once.
 */
export const openDatabase = (file: string, synchronous: 'full' | 'normal'): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  // Cards and mail addresses of tests are for their owner alone; SQLite gives its other files the same mode.
  if (file !== ':memory:') {
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  }
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma synchronous = ${synchronous}`)
  database.exec('pragma busy_timeout = 5000')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma cache_size = -512')
  database.exec(schema)
  return database
}

interface Waiting {
  /** Runs in a savepoint; the returned function notifies the caller, once everything is on disk. */
  readonly attempt: () => () => void
  readonly fail: (thrown: unknown) => void
}

const commitTogether = (database: DatabaseSync, waiting: readonly Waiting[]): void => {
  try {
    database.exec('begin immediate')
    const notifications = waiting.map(({ attempt }) => attempt())
    database.exec('commit')
    for (const notify of notifications) notify()
  } catch (thrown) {
    if (database.isTransaction) database.exec('rollback')
    for (const { fail } of waiting) fail(thrown)
  }
}

/** One transaction: everything in `run` is stored, or nothing is. */
export type Write = <Result>(run: () => Result) => Promise<Result>

/** Units that come at the same time go to the disk together, for the disk is what they wait for. */
export const createWriter = (database: DatabaseSync): Write => {
  let waiting: Waiting[] = []
  const flush = (): void => {
    const together = waiting
    waiting = []
    commitTogether(database, together)
  }
  return (run) =>
    new Promise((resolve, reject) => {
      const attempt = () => {
        database.exec('savepoint unit')
        try {
          const result = run()
          database.exec('release unit')
          return () => resolve(result)
        } catch (thrown) {
          database.exec('rollback to unit; release unit')
          return () => reject(thrown)
        }
      }
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ attempt, fail: reject })
    })
}

export const textOf = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text.`)
  return value
}

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null || row[column] === undefined ? null : textOf(row, column)

export const numberOf = (row: Row, column: string): number => {
  const value = row[column]
  if (typeof value !== 'number') throw new Error(`Column ${column} holds no number.`)
  return value
}
