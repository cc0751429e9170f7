import { sql } from 'kysely'
import { checkBackOffSeconds } from '../rules/settlement.ts'

/** When a row is checked again that was checked `checks` times: later each time. */
export const nextCheckAt = (now: Temporal.Instant) => {
  const waits = sql.join(checkBackOffSeconds.map((seconds) => sql`${seconds}::int`))
  const wait = sql`(array[${waits}])[least(checks + 1, ${checkBackOffSeconds.length}::int)]`
  return sql<string>`${now.toString()}::timestamptz + make_interval(secs => ${wait})`
}

/** When a row is checked for the first time; one that was checked already keeps its time. */
export const firstCheckAt = (now: Temporal.Instant, seconds: number) =>
  sql<string>`case when checks = 0 then ${now.add({ seconds }).toString()}::timestamptz else next_check_at end`
