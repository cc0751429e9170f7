import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import { dayFacts } from '../rules/day-figures.ts'
import type { DaySum } from '../rules/day-figures.ts'
import { comparedDays, quarterOf } from '../rules/day-spans.ts'
import type { ComparedDay, DaySpan } from '../rules/day-spans.ts'
import { selectQuarterDays } from './closing-store.ts'
import { quartersBetween, quartersFromRows, storedQuarters } from './quarter-store.ts'
import { inOneSnapshot } from './sum-store.ts'

type Sql = RawBuilder<unknown>

/**
 * The quarters of a day, counted as a whole when they are over at the moment it is compared at. Of the one that this moment is in, what
 * happened until then is counted, and taken off what is not.
 */
const sumsOn = (day: ComparedDay, span: DaySpan, quarters: Sql): Sql => {
  const until = sql`${span.until.toString()}::timestamptz`
  return sql`
    select ${day}::text as day, fact, currency, starts_at, starts_at + interval '15 minutes' <= ${until} as is_counted, times, cents
    from (${quarters}) quarters
    union all
    select ${day}::text, fact, currency, starts_at, counted.is_counted, counted.sign * times, counted.sign * cents
    from (${quartersBetween(span, quarterOf(span.until), span.until)}) begun,
      (values (true, 1), (false, -1)) counted (is_counted, sign)`
}

const Sum = z.object({
  day: z.enum(comparedDays),
  fact: z.enum(dayFacts),
  currency: CurrencyCode.nullable(),
  hour: z.number(),
  is_counted: z.boolean(),
  times: z.number(),
  cents: z.number(),
})

/** What happened in each hour of the compared days: of days that are over from their quarters, of others from their rows. */
export const selectDaySums = async (
  database: Kysely<Database>,
  spans: Readonly<Record<ComparedDay, DaySpan>>,
): Promise<readonly DaySum[]> => {
  const rows = await inOneSnapshot(database, async (db) => {
    const made = new Set(await selectQuarterDays(db, spans['last-week'].day, brand.timeZone))
    const days = comparedDays.map((day) => {
      const span = spans[day]
      const isMade = made.has(span.day.toString())
      return sumsOn(day, span, isMade ? storedQuarters(span) : quartersFromRows(span))
    })
    const found = await sql`
      select day, fact, currency, extract(hour from starts_at at time zone ${brand.timeZone})::integer as hour, is_counted,
        sum(times)::integer as times, sum(cents)::bigint as cents
      from (${sql.join(days, sql` union all `)}) sums group by 1, 2, 3, 4, 5 having sum(times) <> 0`.execute(
      db,
    )
    return found.rows
  })
  return z
    .array(Sum)
    .parse(rows)
    .map(({ is_counted: isCounted, ...sum }) => ({ ...sum, isCounted }))
}
