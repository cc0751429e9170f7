import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Database, ReportClosing } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { sumParts } from '../rules/sum-days.ts'
import type { SumPart } from '../rules/sum-days.ts'
import type { ClosingDays } from '../rules/closing-days.ts'

type Db = Kysely<Database>

const SumPartName = z.enum(sumParts)

/** A day of one part whose sums miss something that was written later. */
export interface LateDay {
  readonly part: SumPart
  readonly day: string
}

/** How far the sums are made. */
export interface Closing {
  /** The last day that has its sums; null for none. */
  readonly through: string | null
  /** The last day whose counts are recorded. */
  readonly countedThrough: string | null
  /** The last day of the last month whose visits are recorded. */
  readonly visitsThrough: string | null
  /** The last day that is over. */
  readonly announced: string | null
  readonly timeZone: string | null
  /** Whether some later transaction was noted for it. */
  readonly isMarked: boolean
}

const columns = [
  'through',
  'counted_through',
  'visits_through',
  'announced',
  'time_zone',
  'transaction',
] as const

const closingOf = (row: Pick<Selectable<ReportClosing>, (typeof columns)[number]>): Closing => ({
  through: row.through,
  countedThrough: row.counted_through,
  visitsThrough: row.visits_through,
  announced: row.announced,
  timeZone: row.time_zone,
  isMarked: row.transaction !== null,
})

export const selectClosing = async (db: Db): Promise<Closing> =>
  closingOf(await db.selectFrom('report_closing').select(columns).executeTakeFirstOrThrow())

/** The days whose sums have to be made again, each part and day once. */
export const selectLateDays = async (db: Db): Promise<LateDay[]> => {
  const rows = await db
    .selectFrom('report_late_day')
    .select(['part', 'day'])
    .distinct()
    .orderBy('day')
    .execute()
  return z.array(z.object({ part: SumPartName, day: z.string() })).parse(rows)
}

/** From now on everything that is written for a day until `day` is noted as late. */
export const announce = async (
  tx: Tx,
  day: Temporal.PlainDate,
  endsAt: Temporal.Instant,
  timeZone: string,
): Promise<void> => {
  await tx.db
    .updateTable('report_closing')
    .set({
      announced: day.toString(),
      ends_at: endsAt.toString(),
      time_zone: timeZone,
      transaction: null,
      // Days of another time zone are other days.
      through: sql<string | null>`case when time_zone = ${timeZone} then through end`,
    })
    .where((where) =>
      where.or([
        where('announced', 'is', null),
        where('announced', '<', day.toString()),
        where('time_zone', '<>', timeZone),
      ]),
    )
    .execute()
}

/** Stores the number of this transaction, which began after `day` was stored as the last one that is over. */
export const markAnnounced = async (tx: Tx, day: string): Promise<void> => {
  await tx.db
    .updateTable('report_closing')
    .set({ transaction: sql<number>`pg_current_xact_id()::text::bigint` })
    .where('announced', '=', day)
    .where('transaction', 'is', null)
    .execute()
}

/** A number of another server that this one has not reached is ignored: a new one is taken. */
const forgetForeignMark = async (tx: Tx): Promise<void> => {
  await tx.db
    .updateTable('report_closing')
    .set({ transaction: null })
    .where('transaction', '>', sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000`)
    .execute()
}

/**
 * The state, locked; null while somebody else has it. `isSettled` says that every transaction which did not know of the
 * announced day has ended, so that what it wrote can be read.
 */
export const lockClosing = async (tx: Tx): Promise<(Closing & { readonly isSettled: boolean }) | null> => {
  await forgetForeignMark(tx)
  const row = await tx.db
    .selectFrom('report_closing')
    .select(columns)
    .select(
      sql<boolean>`coalesce(pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= transaction, false)`.as(
        'settled',
      ),
    )
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { ...closingOf(row), isSettled: row.settled } : null
}

/** Waits until nobody else makes sums. */
export const waitForClosing = async (tx: Tx): Promise<void> => {
  await tx.db.selectFrom('report_closing').select('id').forUpdate().execute()
}

export const setThrough = async (tx: Tx, day: string | null): Promise<void> => {
  await tx.db.updateTable('report_closing').set({ through: day }).execute()
}

export const setCountedThrough = async (tx: Tx, day: Temporal.PlainDate): Promise<void> => {
  await tx.db.updateTable('report_closing').set({ counted_through: day.toString() }).execute()
}

export const setVisitsThrough = async (tx: Tx, day: Temporal.PlainDate): Promise<void> => {
  await tx.db.updateTable('report_closing').set({ visits_through: day.toString() }).execute()
}

/** Notes that the sums of a day were made, and whether its quarters were made with them. */
export const noteMade = async (tx: Tx, day: Temporal.PlainDate, hasQuarters: boolean): Promise<void> => {
  const made = { made_at: tx.now.toString(), quarters_at: hasQuarters ? tx.now.toString() : null }
  await tx.db
    .insertInto('report_made_day')
    .values({ day: day.toString(), ...made })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(made))
    .execute()
}

/** Days before `oldest` have no quarters any more. */
export const forgetQuarters = async (tx: Tx, oldest: Temporal.PlainDate): Promise<void> => {
  await tx.db
    .updateTable('report_made_day')
    .set({ quarters_at: null })
    .where('day', '<', oldest.toString())
    .where('quarters_at', 'is not', null)
    .execute()
}

/** What happened on a day by quarters is of these parts. */
const quarterParts: readonly SumPart[] = ['ledger', 'subscriptions']

/** The days from one on that are read from their quarters and not from their rows: sums of today's time zone without a late row. */
export const selectQuarterDays = async (
  db: Db,
  from: Temporal.PlainDate,
  timeZone: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('report_made_day')
    .innerJoin('report_closing', (join) =>
      join.onRef('report_closing.through', '>=', 'report_made_day.day').on('time_zone', '=', timeZone),
    )
    .select('report_made_day.day')
    .where('report_made_day.day', '>=', from.toString())
    .whereRef('quarters_at', '=', 'made_at')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('report_late_day')
            .select('report_late_day.id')
            .whereRef('report_late_day.day', '=', 'report_made_day.day')
            .where('part', 'in', quarterParts),
        ),
      ),
    )
    .orderBy('report_made_day.day')
    .execute()
  return rows.map(({ day }) => day)
}

/** The days whose sums were made since a moment. */
export const selectMadeSince = async (db: Db, since: Temporal.Instant): Promise<Temporal.PlainDate[]> =>
  (
    await db
      .selectFrom('report_made_day')
      .select('day')
      .where('made_at', '>=', since.toString())
      .orderBy('day')
      .execute()
  ).map(({ day }) => Temporal.PlainDate.from(day))

/** Takes the notes of a day away: what they are about is visible to the next statement. */
export const takeLateNotes = async (tx: Tx, { part, day }: LateDay): Promise<void> => {
  await tx.db.deleteFrom('report_late_day').where('part', '=', part).where('day', '=', day).execute()
}

/** Whether a day is over without sums, has to be summed again or counted: a condition in SQL. */
export const hasDaysToClose = ({ yesterday, counted, countedMonth }: ClosingDays) =>
  sql<boolean>`((select through is null or through < ${yesterday.toString()}::date
      or counted_through is null or counted_through < ${counted.toString()}::date
      or visits_through is null or visits_through < ${countedMonth.toString()}::date from report_closing)
    or exists (select from report_late_day))`
