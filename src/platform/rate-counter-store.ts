import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** What is taken from one counter. */
export interface Take {
  readonly key: string
  readonly cost: number
  /** When a window that starts now ends. */
  readonly endsAt: Temporal.Instant
}

/** A counter after something was taken from it. */
export interface Counted {
  readonly key: string
  /** Within the window, including what was taken. */
  readonly used: number
  readonly endsAt: Temporal.Instant
}

// A counter above its limit is not increased forever.
const maxCount = 1_000_000

/**
 * Adds to counters in one statement and answers them as they are afterwards. A counter whose window has ended starts
 * again. Rows are locked in the order of their keys, so that two requests never wait for each other.
 */
export const addToCounters = async (
  db: Kysely<Database>,
  takes: readonly Take[],
  now: Temporal.Instant,
): Promise<Counted[]> => {
  const sorted = takes.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const keys = sorted.map(({ key }) => key)
  const costs = sorted.map(({ cost }) => cost)
  const ends = sorted.map(({ endsAt }) => endsAt.toString())
  const at = now.toString()
  const { rows } = await sql<{ key: string; used: number; ends_at: string }>`
    insert into rate_counter as counter (key, used, ends_at)
    select * from unnest(${keys}::text[], ${costs}::integer[], ${ends}::timestamptz[])
    on conflict (key) do update set
      used = case when counter.ends_at <= ${at}::timestamptz then excluded.used
        else least(counter.used + excluded.used, ${maxCount}) end,
      ends_at = case when counter.ends_at <= ${at}::timestamptz then excluded.ends_at else counter.ends_at end
    returning key, used, ends_at`.execute(db)
  return rows.map(({ key, used, ends_at: ends_ }) => ({ key, used, endsAt: Temporal.Instant.from(ends_) }))
}

/**
 * Takes one attempt from a counter with back-off: after `free` attempts each one waits twice as long as the one before,
 * from one second up to `longestSeconds`. True when this attempt may be made. The counter is deleted `forgetSeconds`
 * after the last attempt.
 */
export const takeDelayedTry = async (
  db: Kysely<Database>,
  key: string,
  now: Temporal.Instant,
  { free, longestSeconds, forgetSeconds }: BackOff,
): Promise<boolean> => {
  const at = now.toString()
  const ends = now.add({ seconds: forgetSeconds }).toString()
  const { rows } = await sql<{ used: number }>`
    insert into rate_counter as counter (key, used, ends_at) values (${key}, 1, ${ends}::timestamptz)
    on conflict (key) do update set
      used = case when counter.ends_at <= ${at}::timestamptz then 1 else counter.used + 1 end,
      ends_at = excluded.ends_at
    where counter.used < ${free}
      or ${at}::timestamptz >= counter.ends_at - make_interval(secs => ${forgetSeconds})
        + make_interval(secs => least(power(2, least(counter.used - ${free}, 30)), ${longestSeconds}))
    returning used`.execute(db)
  return rows.length > 0
}

/** How tries are slowed down. */
export interface BackOff {
  readonly free: number
  readonly longestSeconds: number
  readonly forgetSeconds: number
}

/** Starts a counter from zero. */
export const dropCounter = async (db: Kysely<Database>, key: string): Promise<void> => {
  await db.deleteFrom('rate_counter').where('key', '=', key).execute()
}

/** Deletes counters whose window has ended; returns how many. */
export const dropEndedCounters = async (db: Kysely<Database>, now: Temporal.Instant): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('rate_counter')
    .where('ends_at', '<=', now.toString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
