import { sql } from 'kysely'
import { checkBackOffSeconds } from '../rules/settlement.ts'

/** When a row is looked at again that has been looked at `checks` times: later each time. */
export const nextCheckAt = (now: Temporal.Instant) => {
  const waits = sql.join(checkBackOffSeconds.map((seconds) => sql`${seconds}::int`))
  const wait = sql`(array[${waits}])[least(checks + 1, ${checkBackOffSeconds.length}::int)]`
  return sql<string>`${now.toString()}::timestamptz + make_interval(secs => ${wait})`
}

/** When a row is looked at for the first time; one that was looked at already keeps its moment. */
export const firstCheckAt = (now: Temporal.Instant, seconds: number) =>
  sql<string>`case when checks = 0 then ${now.add({ seconds }).toString()}::timestamptz else next_check_at end`
