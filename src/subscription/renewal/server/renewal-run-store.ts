import { sql } from 'kysely'
import type { Expression, Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

export type RunEntryRow = Selectable<Database['renewal_run_entry']>

/** A subscription in a run; `open` until its charge has an answer. */
export interface RunEntry {
  readonly subscriptionId: string
  readonly accountId: string
  readonly attempt: number
  readonly dueOn: string
  readonly cycleId: string | null
  readonly outcome: string
  readonly reason: string | null
}

/**
 * A batch of a run: the first one creates the run. `claimed` is how many subscriptions the run must account for. A run
 * that another worker closed as lost is open again.
 */
export const addToRun = async (tx: Tx, runId: string, claimed: number): Promise<void> => {
  const now = tx.now.toString()
  await tx.db
    .insertInto('renewal_run')
    .values({ id: runId, started_at: now, seen_at: now, due: claimed })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        seen_at: now,
        finished_at: null,
        due: set('renewal_run.due', '+', set.ref('excluded.due')),
      })),
    )
    .execute()
}

const rowOf = (runId: string, entry: RunEntry) => ({
  run_id: runId,
  subscription_id: entry.subscriptionId,
  account_id: entry.accountId,
  attempt: entry.attempt,
  due_on: entry.dueOn,
  cycle_id: entry.cycleId,
  outcome: entry.outcome,
  reason: entry.reason,
})

/** The run entry of a due subscription that failed. */
export const parkedEntry = (
  { today }: Pick<Tx, 'today'>,
  row: Pick<StoredSubscription, 'id' | 'accountId' | 'nextOrderOn' | 'nextAttemptOn'>,
): RunEntry => ({
  subscriptionId: row.id,
  accountId: row.accountId,
  attempt: 0,
  dueOn: row.nextOrderOn ?? row.nextAttemptOn ?? today.toString(),
  cycleId: null,
  outcome: 'parked',
  reason: null,
})

export const insertEntries = async (tx: Tx, runId: string, entries: readonly RunEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await tx.db
    .insertInto('renewal_run_entry')
    .values(entries.map((entry) => rowOf(runId, entry)))
    .execute()
}

/** Records skipped orders; returns how many are new. */
export const insertSkippedEntries = async (
  tx: Tx,
  runId: string,
  entries: readonly RunEntry[],
): Promise<number> => {
  if (entries.length === 0) return 0
  const rows = await tx.db
    .insertInto('renewal_run_entry')
    .values(entries.map((entry) => rowOf(runId, entry)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscription_id')
    .execute()
  return rows.length
}

/** The outcomes of cycles of a run. */
export const closeEntries = async (
  tx: Tx,
  runId: string,
  cycleIds: readonly string[],
  outcome: string,
): Promise<void> => {
  if (cycleIds.length === 0) return
  await tx.db
    .updateTable('renewal_run_entry')
    .set({ outcome })
    .where('run_id', '=', runId)
    .where('cycle_id', 'in', cycleIds)
    .where('outcome', '=', 'open')
    .execute()
}

/** A cycle was withdrawn before it was requested, whichever run has opened it. */
export const withdrawEntry = async (
  tx: Tx,
  entry: { readonly accountId: string; readonly cycleId: string; readonly attempt: number },
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('renewal_run_entry')
      .set({ outcome: 'withdrawn' })
      .where('account_id', '=', entry.accountId)
      .where('cycle_id', '=', entry.cycleId)
      .where('attempt', '=', entry.attempt)
      .where('outcome', '=', 'open'),
  )

export const finishRun = async (tx: Tx, runId: string): Promise<void> => {
  await tx.db
    .updateTable('renewal_run')
    .set({ finished_at: tx.now.toString(), seen_at: tx.now.toString() })
    .where('id', '=', runId)
    .execute()
}

const lostRuns = (db: Kysely<Database>, since: Temporal.Instant) =>
  db
    .selectFrom('renewal_run')
    .select('id')
    .where('finished_at', 'is', null)
    .where('seen_at', '<', since.toString())

/** Whether a run is without a sign of life since an instant. */
export const hasLostRuns = (db: Kysely<Database>, since: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists ${lostRuns(db, since)}`

/** Runs without a sign of life since an instant, locked. */
export const claimLostRuns = async (tx: Tx, since: Temporal.Instant): Promise<string[]> => {
  const rows = await lostRuns(tx.db, since).forNoKeyUpdate().skipLocked().execute()
  return rows.map(({ id }) => id)
}

/** The cycles of a run that have no outcome yet. */
export const selectOpenEntries = (db: Kysely<Database>, runId: string): Promise<RunEntryRow[]> =>
  db
    .selectFrom('renewal_run_entry')
    .selectAll()
    .where('run_id', '=', runId)
    .where('outcome', '=', 'open')
    .execute()

/** How the entries of a run divide. */
export const selectOutcomes = async (
  db: Kysely<Database>,
  runId: string,
): Promise<{ readonly due: number; readonly outcomes: Readonly<Record<string, number>> }> => {
  const run = await db.selectFrom('renewal_run').select('due').where('id', '=', runId).executeTakeFirst()
  const rows = await db
    .selectFrom('renewal_run_entry')
    .select((select) => ['outcome', select.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('outcome')
    .execute()
  const outcomes = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  return { due: run?.due ?? 0, outcomes }
}

/** Finished runs whose entries are not as many as were due, or have no outcome. */
export const selectUnclosedRuns = async (
  db: Kysely<Database>,
): Promise<readonly { readonly id: string; readonly due: number; readonly accounted: number }[]> => {
  const { rows } = await sql<{ id: string; due: number; accounted: number }>`
    select r.id, r.due, count(e.run_id) filter (where e.outcome <> 'open')::int as accounted
    from renewal_run r left join renewal_run_entry e on e.run_id = r.id
    where r.finished_at is not null group by r.id, r.due
    having count(e.run_id) filter (where e.outcome <> 'open') <> r.due or count(e.run_id) <> r.due`.execute(
    db,
  )
  return rows
}
