import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import { dayFacts } from '../rules/day-figures.ts'
import type { DaySum } from '../rules/day-figures.ts'
import { comparedDays } from '../rules/day-spans.ts'
import type { ComparedDay, DaySpan } from '../rules/day-spans.ts'

type Sql = RawBuilder<unknown>

const isWithin = (column: Sql, { from, end }: DaySpan): Sql =>
  sql`${column} >= ${from.toString()}::timestamptz and ${column} < ${end.toString()}::timestamptz`

/** What happened on one day; each part is found by an index. */
const factsOn = (span: DaySpan): Sql => sql`
  select 'order' as fact, currency, placed_at as at, cents from report_order
  where ${isWithin(sql`placed_at`, span)}
  union all
  select case when kind = 'new' then 'start' else 'end' end, currency, at, 0 from report_movement
  where ${isWithin(sql`at`, span)} and (kind = 'new' or live = -1)
  union all
  select 'refund', currency, posted_at, cents from report_refund
  where posted_on = ${span.day.toString()}::date`

const sumsOn = (day: ComparedDay, span: DaySpan): Sql => sql`
  select ${day}::text as day, fact, currency, extract(hour from at at time zone ${brand.timeZone})::integer as hour,
    at <= ${span.until.toString()}::timestamptz as is_counted, count(*)::integer as times, sum(cents)::bigint as cents
  from (${factsOn(span)}) happened group by 1, 2, 3, 4, 5`

const Sum = z.object({
  day: z.enum(comparedDays),
  fact: z.enum(dayFacts),
  currency: CurrencyCode,
  hour: z.number(),
  is_counted: z.boolean(),
  times: z.number(),
  cents: z.number(),
})

/** What happened in each hour of the compared days, in one statement. */
export const selectDaySums = async (
  db: Kysely<Database>,
  spans: Readonly<Record<ComparedDay, DaySpan>>,
): Promise<readonly DaySum[]> => {
  const days = comparedDays.map((day) => sumsOn(day, spans[day]))
  const { rows } = await sql`${sql.join(days, sql` union all `)}`.execute(db)
  return z
    .array(Sum)
    .parse(rows)
    .map(({ is_counted: isCounted, ...sum }) => ({ ...sum, isCounted }))
}
