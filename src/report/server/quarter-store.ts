import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { DaySpan } from '../rules/day-spans.ts'

type Sql = RawBuilder<unknown>

/** A day with its moments. */
type Day = Pick<DaySpan, 'day' | 'from' | 'end'>

/** What is asked of the moments of rows. */
type Condition = (at: Sql) => Sql

const within =
  ({ from, end }: Day): Condition =>
  (at) =>
    sql`${at} >= ${from.toString()}::timestamptz and ${at} < ${end.toString()}::timestamptz`

/** Adds some rows up by quarters of an hour: of one fact, so that the database sorts and hashes no more than it must. */
const byQuarter = (fact: Sql, currency: Sql, at: Sql, cents: Sql, from: Sql): Sql => sql`
  select ${fact} as fact, ${currency} as currency, date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z') as starts_at,
    count(*)::integer as times, sum(${cents})::bigint as cents
  from ${from} group by 1, 2, 3`

const none = sql`null::text`
const zero = sql`0`

const ordersAndRefunds = ({ day }: Day, isAsked: Condition, isRefundAsked: Condition): Sql => sql`
  ${byQuarter(sql`'order'`, sql`currency`, sql`placed_at`, sql`cents`, sql`report_order where ${isAsked(sql`placed_at`)}`)}
  union all
  ${byQuarter(
    sql`'refund'`,
    sql`currency`,
    sql`posted_at`,
    sql`cents`,
    sql`report_refund where posted_on = ${day.toString()}::date and ${isRefundAsked(sql`posted_at`)}`,
  )}`

/** What happened on a day; each part is found by an index. */
const happenedOn = (span: Day, isAsked: Condition, isRefundAsked: Condition): Sql => sql`
  ${ordersAndRefunds(span, isAsked, isRefundAsked)}
  union all
  ${byQuarter(sql`'start'`, none, sql`at`, zero, sql`report_start where ${isAsked(sql`at`)}`)}
  union all
  ${byQuarter(sql`'end'`, none, sql`at`, zero, sql`report_end where ${isAsked(sql`at`)}`)}`

/** The quarters of a day in which something happened, from its rows. Refunds are of the day that they are posted on. */
export const quartersFromRows = (span: Day): Sql => happenedOn(span, within(span), () => sql`true`)

/** The same of the moments from one on until another one, which counts. */
export const quartersBetween = (span: Day, from: Temporal.Instant, until: Temporal.Instant): Sql => {
  const isBetween: Condition = (at) =>
    sql`${within(span)(at)} and ${at} >= ${from.toString()}::timestamptz and ${at} <= ${until.toString()}::timestamptz`
  return happenedOn(span, isBetween, isBetween)
}

/** The quarters of a day as they were made with its sums. */
export const storedQuarters = ({ day }: Day): Sql =>
  sql`select fact, currency, starts_at, times, cents from report_quarter where day = ${day.toString()}::date`

/** Deletes the quarters of a day, and of all days before `oldest`. */
export const deleteQuarters = async (
  tx: Tx,
  day: Temporal.PlainDate,
  oldest: Temporal.PlainDate,
): Promise<void> => {
  await sql`delete from report_quarter where day = ${day.toString()}::date or day < ${oldest.toString()}::date`.execute(
    tx.db,
  )
}

/** Makes the quarters of a day from its rows. */
export const insertQuarters = async (tx: Tx, span: Day): Promise<void> => {
  await sql`insert into report_quarter (day, fact, currency, starts_at, times, cents)
    select ${span.day.toString()}::date, fact, currency, starts_at, times, cents
    from (${quartersFromRows(span)}) made`.execute(tx.db)
}

const Quarter = z.object({
  fact: z.string(),
  currency: CurrencyCode.nullable(),
  starts_at: z.string(),
  times: z.number(),
  cents: z.number(),
})

type Quarter = z.output<typeof Quarter>

export const selectStoredQuarters = async (db: Kysely<Database>, span: Day): Promise<readonly Quarter[]> =>
  z.array(Quarter).parse((await storedQuarters(span).execute(db)).rows)

/** The quarters of a day, with what began and ended counted among all movements of the report: not as they are made. */
export const selectReportQuarters = async (db: Kysely<Database>, span: Day): Promise<readonly Quarter[]> => {
  const { rows } = await sql`
    ${ordersAndRefunds(span, within(span), () => sql`true`)}
    union all
    ${byQuarter(
      sql`case when kind = 'new' then 'start' else 'end' end`,
      none,
      sql`at`,
      zero,
      sql`report_movement where ${within(span)(sql`at`)} and (kind = 'new' or live = -1)`,
    )}`.execute(db)
  return z.array(Quarter).parse(rows)
}
