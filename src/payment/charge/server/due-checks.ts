import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import { livingProcesses, noteMissingProcesses } from '#platform/process-store.ts'
import type { Database } from '#platform/schema.ts'
import { openStates, checkBackOffSeconds } from '../rules/charge-state.ts'
import { openRefundStates } from '../../refund/rules/refund.ts'

const openStatesOf = { charge: openStates, refund: openRefundStates } as const

/** What is asked of the processor, and checked until its outcome is known. */
type Requested = keyof typeof openStatesOf

/** When a row is checked again that was checked `checks` times: later each time. */
const nextCheckAt = (now: Temporal.Instant) => {
  const waits = sql.join(checkBackOffSeconds.map((seconds) => sql`${seconds}::int`))
  const wait = sql`(array[${waits}])[least(checks + 1, ${checkBackOffSeconds.length}::int)]`
  return sql<string>`${now.toString()}::timestamptz + make_interval(secs => ${wait})`
}

/** When a row is checked for the first time; one that was checked already keeps its time. */
export const firstCheckAt = (now: Temporal.Instant, seconds: number) =>
  sql<string>`case when checks = 0 then ${now.add({ seconds }).toString()}::timestamptz else next_check_at end`

/** Claims open rows that are due for a check and delays their next one, so that two pollers do not ask at once. */
export const claimDue = async <Table extends Requested>(
  { db, now, process }: Pick<Tx, 'db' | 'now' | 'process'>,
  table: Table,
  limit: number,
): Promise<Selectable<Database[Table]>[]> => {
  const { rows } = await sql<Selectable<Database[Table]>>`
    update ${sql.table(table)} set checks = checks + 1, next_check_at = ${nextCheckAt(now)}, requested_by = ${process}
    where id in (
      select id from ${sql.table(table)}
      where state in (${sql.join(openStatesOf[table])}) and next_check_at <= ${now.toString()}
      order by next_check_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

/** Open rows that are due for a check, or that a process is asking about, which may have ended: all that a poller acts on. */
export const hasDueChecks = ({
  now,
  table,
}: {
  readonly now: Temporal.Instant
  readonly table: Requested
}) => sql<boolean>`(
  exists (select from ${sql.table(table)}
    where state in (${sql.join(openStatesOf[table])}) and next_check_at <= ${now.toString()})
  or exists (select from ${sql.table(table)} where requested_by is not null and settled_at is null))`

/** Makes due now what a process was asking when it ended; what a running one asks keeps its time. */
export const releaseAbandoned = async (
  db: Kysely<Database>,
  table: Requested,
  now: Temporal.Instant,
): Promise<void> => {
  await noteMissingProcesses(db)
  await db
    .updateTable(table)
    .set({ next_check_at: now.toString(), requested_by: null })
    .where('settled_at', 'is', null)
    .where('requested_by', 'not in', livingProcesses)
    .execute()
}
