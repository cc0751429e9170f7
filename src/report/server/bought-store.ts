import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

/** Whether something was bought since the sums of purchases were made: a condition in SQL. */
export const hasBoughtChanges = () => sql<boolean>`exists (select from report_bought_change)`

/** Adds what changed to the sums; a sum and its changes are read together, so that no number moves. Needs the lock of the closing. */
export const addBoughtChanges = async ({ db }: Tx): Promise<void> => {
  await sql`
    with taken as (delete from report_bought_change returning hour, product, units)
    insert into report_bought_sum (hour, product, units)
    select hour, product, sum(units) from taken group by 1, 2 having sum(units) <> 0
    on conflict (hour, product) do update set units = report_bought_sum.units + excluded.units`.execute(db)
  await sql`delete from report_bought_sum where units = 0`.execute(db)
}

/** Notes what the sums and their changes lack, counted from every purchase. */
export const noteMissingBought = async ({ db }: Tx): Promise<void> => {
  await sql`insert into report_bought_change (hour, product, units)
    select hour, product, units from report_bought_missing`.execute(db)
}

const Missing = z.object({ hour: z.string(), product: z.string(), units: z.number() })

/** What the sums of purchases lack by a count of every purchase: none where they are right. */
export const selectMissingBought = async (db: Db): Promise<readonly z.output<typeof Missing>[]> => {
  const { rows } = await sql`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24"Z"') as hour, product, units
    from report_bought_missing order by 1, 2`.execute(db)
  return z.array(Missing).parse(rows)
}

const Bought = z.object({ product: z.string(), units: z.number() })

/** The first hour that begins at a moment or after it. */
const nextHour = (moment: Temporal.Instant): Temporal.Instant =>
  moment.round({ smallestUnit: 'hour', roundingMode: 'ceil' })

/**
 * What purchases took of each product from a moment on, canceled ones too; renewals are not in it. Only the rest of the hour that has begun
 * at that moment is read from orders.
 */
export const selectBoughtUnits = async (
  db: Db,
  since: Temporal.Instant,
): Promise<readonly (readonly [product: string, units: number])[]> => {
  const hour = nextHour(since).toString()
  const { rows } = await sql`
    select product, sum(units)::integer as units from (
      select product, units from report_bought_known where hour >= ${hour}::timestamptz
      union all
      select product, units from report_stock_bought
      where placed_at >= ${since.toString()}::timestamptz and placed_at < ${hour}::timestamptz
    ) bought group by 1 having sum(units) <> 0`.execute(db)
  return z
    .array(Bought)
    .parse(rows)
    .map(({ product, units }) => [product, units] as const)
}
