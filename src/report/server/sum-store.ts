import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { brand } from '#shared/brand.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { sumSources } from '../rules/sum-days.ts'
import type { Days, SumPart } from '../rules/sum-days.ts'
import { selectClosing, selectLateDays } from './closing-store.ts'

type Db = Kysely<Database>
type Sql = RawBuilder<unknown>

const { timeZone } = brand

const startOf = (day: Temporal.PlainDate): string => day.toZonedDateTime(timeZone).toInstant().toString()

/** The condition that a date is one of the days. */
const isOn = (column: Sql, { from, before }: Days): Sql => {
  const after = from === null ? sql`true` : sql`${column} >= ${from.toString()}::date`
  return before === null ? after : sql`${after} and ${column} < ${before.toString()}::date`
}

/** The condition that a moment is on one of the days, in the shop's time zone. */
const isAt = (column: Sql, { from, before }: Days): Sql => {
  const after = from === null ? sql`true` : sql`${column} >= ${startOf(from)}::timestamptz`
  return before === null ? after : sql`${after} and ${column} < ${startOf(before)}::timestamptz`
}

const dayOf = (column: Sql): Sql => sql`(${column} at time zone ${timeZone})::date`

/** A table of sums: how its rows are added up, and its own statements. */
interface SumTable {
  /** Null where no day is ever late. */
  readonly part: SumPart | null
  readonly computed: (days: Days) => Sql
  readonly stored: Sql
  readonly insert: Sql
  readonly remove: Sql
}

export const ledgerDays: SumTable = {
  part: 'ledger',
  // Added up before codes get the name of their batch: few sums have one.
  computed: (days) => sql`
    select day, currency, account, fact, case account when 'member-credit' then '' when 'discounts' then coalesce(
        (select label from report_coupon_code where detail = code), detail) else detail end as detail,
      sum(cents)::bigint as cents, sum(postings)::integer as postings
    from (select posted_on as day, currency, account, fact, detail, sum(cents) as cents, count(*) as postings
      from report_posting where ${isOn(sql`posted_on`, days)} group by 1, 2, 3, 4, 5) posted
    group by 1, 2, 3, 4, 5`,
  stored: sql`select day, currency, account, fact, detail, cents, postings from report_ledger_day`,
  insert: sql`insert into report_ledger_day (day, currency, account, fact, detail, cents, postings)`,
  remove: sql`delete from report_ledger_day`,
}

export const orderDays: SumTable = {
  part: 'ledger',
  computed: (days) => sql`
    select ${dayOf(sql`placed_at`)} as day, currency, kind, count(*)::integer as times, sum(cents)::bigint as cents
    from report_order where ${isAt(sql`placed_at`, days)} group by 1, 2, 3
    union all
    select posted_on, currency, 'refund', count(*)::integer, sum(cents)::bigint
    from report_refund where ${isOn(sql`posted_on`, days)} group by 1, 2`,
  stored: sql`select day, currency, kind, times, cents from report_order_day`,
  insert: sql`insert into report_order_day (day, currency, kind, times, cents)`,
  remove: sql`delete from report_order_day`,
}

export const subscriptionDays: SumTable = {
  part: 'subscriptions',
  computed: (days) => sql`
    select ${dayOf(sql`at`)} as day, currency, date_trunc('month', started_at at time zone ${timeZone})::date as cohort,
      kind, count(*)::integer as subscriptions, sum(cents)::bigint as cents, sum(live)::integer as live
    from report_movement where ${isAt(sql`at`, days)} and (kind <> 'none' or live <> 0) group by 1, 2, 3, 4`,
  stored: sql`select day, currency, cohort, kind, subscriptions, cents, live from report_subscription_day`,
  insert: sql`insert into report_subscription_day (day, currency, cohort, kind, subscriptions, cents, live)`,
  remove: sql`delete from report_subscription_day`,
}

export const dunningDays: SumTable = {
  part: 'dunning',
  computed: (days) => sql`
    select ${dayOf(sql`opened_at`)} as day, currency, outcome, count(*)::integer as cases, sum(cents)::bigint as cents
    from report_dunning_case where ${isAt(sql`opened_at`, days)} group by 1, 2, 3`,
  stored: sql`select day, currency, outcome, cases, cents from report_dunning_day`,
  insert: sql`insert into report_dunning_day (day, currency, outcome, cases, cents)`,
  remove: sql`delete from report_dunning_day`,
}

export const couponDays: SumTable = {
  part: 'coupons',
  computed: (days) => sql`
    select ${dayOf(sql`created_at`)} as day, code, count(*)::integer as uses
    from report_coupon_use where ${isAt(sql`created_at`, days)} group by 1, 2`,
  stored: sql`select day, code, uses from report_coupon_day`,
  insert: sql`insert into report_coupon_day (day, code, uses)`,
  remove: sql`delete from report_coupon_day`,
}

/** What is counted of visitors and buyers, by the day on which it began. */
export const countDays: SumTable = {
  part: null,
  computed: (days) => sql`
    select ${dayOf(sql`at`)} as day, kind, detail, count(distinct item)::integer as times
    from report_count where ${isAt(sql`at`, days)} group by 1, 2, 3`,
  stored: sql`select day, kind, detail, times from report_count_day`,
  insert: sql`insert into report_count_day (day, kind, detail, times)`,
  remove: sql`delete from report_count_day`,
}

const tables = [ledgerDays, orderDays, subscriptionDays, dunningDays, couponDays]

const writeTable = async (tx: Tx, table: SumTable, days: Days): Promise<void> => {
  await sql`${table.remove} where ${isOn(sql`day`, days)}`.execute(tx.db)
  await sql`${table.insert} ${table.computed(days)}`.execute(tx.db)
}

/** Makes the sums of some days of one part again, from the rows as they are now. */
export const writeSums = async (tx: Tx, part: SumPart, days: Days): Promise<void> => {
  for (const table of tables.filter((one) => one.part === part)) await writeTable(tx, table, days)
}

/** Records what was counted on some days, for good: their rows are deleted after a while. */
export const writeCounts = (tx: Tx, days: Days): Promise<void> => writeTable(tx, countDays, days)

/** The first day of which there are rows; null in an empty shop. */
export const selectFirstDay = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(posted_on) from report_posting),
      (select ${dayOf(sql`min(placed_at)`)} from report_order),
      (select ${dayOf(sql`min(at)`)} from report_movement),
      (select ${dayOf(sql`min(opened_at)`)} from report_dunning_case),
      (select ${dayOf(sql`min(created_at)`)} from report_coupon_use)
    )::text as day`.execute(db)
  return rows[0]?.day ?? null
}

/** A database as of one moment, with what it knows of sums. */
export interface SumSnapshot {
  readonly db: Db
  readonly through: Temporal.PlainDate | null
  /** The last day whose counts are recorded. */
  readonly countedThrough: Temporal.PlainDate | null
  readonly late: ReadonlyMap<SumPart, readonly Temporal.PlainDate[]>
}

/** Everything is read in one snapshot, so that each number is exact at its moment. */
export const inOneSnapshot = <T>(database: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The same with what the database knows of sums. */
export const inSumSnapshot = <T>(database: Db, read: (snapshot: SumSnapshot) => Promise<T>): Promise<T> =>
  inOneSnapshot(database, async (db) => read(await sumSnapshot(db)))

/** The same within a transaction that already is one snapshot. */
export const sumSnapshot = async (db: Db): Promise<SumSnapshot> => {
  const { through, countedThrough, timeZone: zone } = await selectClosing(db)
  const late = Map.groupBy(await selectLateDays(db), ({ part }) => part)
  return {
    db,
    // Sums of another time zone's days are of no use.
    through: through === null || zone !== timeZone ? null : Temporal.PlainDate.from(through),
    // Counts stay as they were recorded: their rows are deleted.
    countedThrough: countedThrough === null ? null : Temporal.PlainDate.from(countedThrough),
    late: new Map(
      [...late].map(([part, days]) => [part, days.map(({ day }) => Temporal.PlainDate.from(day))]),
    ),
  }
}

/** The rows of a table of sums for some days, those of open days added up now. */
export const rowsOf = (table: SumTable, snapshot: SumSnapshot, requested: Days): Sql => {
  const sources =
    table.part === null
      ? sumSources(requested, snapshot.countedThrough, [])
      : sumSources(requested, snapshot.through, snapshot.late.get(table.part) ?? [])
  const without = sources.late.map((day) => sql`and day <> ${day.toString()}::date`)
  const stored =
    sources.stored === null
      ? []
      : [sql`${table.stored} where ${isOn(sql`day`, sources.stored)} ${sql.join(without, sql` `)}`]
  const all = [...stored, ...sources.computed.map((days) => sql`(${table.computed(days)})`)]
  return all.length === 0 ? sql`${table.stored} where false` : sql.join(all, sql` union all `)
}
