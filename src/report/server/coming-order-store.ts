import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

/** Whether subscriptions changed since the sums of coming orders were made: a condition in SQL. */
export const hasComingChanges = () => sql<boolean>`exists (select from report_coming_change)`

/** Adds what changed to the sums; a sum and its changes are read together, so that no number moves. Needs the lock of the closing. */
export const addComingChanges = async ({ db }: Tx): Promise<void> => {
  await sql`
    with taken as (
      delete from report_coming_change returning plan_code, next_order_on, interval_months, orders, units
    )
    insert into report_coming_sum (plan_code, next_order_on, interval_months, orders, units)
    select plan_code, next_order_on, interval_months, orders, sum(units) from taken
    group by 1, 2, 3, 4 having sum(units) <> 0
    on conflict (plan_code, next_order_on, interval_months, orders)
      do update set units = report_coming_sum.units + excluded.units`.execute(db)
  await sql`delete from report_coming_sum where units = 0`.execute(db)
}

/** Writes as changes what the sums and their changes lack, counted from every subscription by one statement. */
export const insertMissingChanges = async ({ db }: Tx): Promise<void> => {
  await sql`insert into report_coming_change (plan_code, next_order_on, interval_months, orders, units)
    select plan_code, next_order_on, interval_months, orders, units from report_coming_missing`.execute(db)
}

const Missing = z.object({
  plan_code: z.string(),
  next_order_on: z.string(),
  interval_months: z.number(),
  units: z.number(),
})

/** What the sums and their changes lack; nothing where they are right. */
export const selectMissing = async (db: Kysely<Database>) => {
  const { rows } = await sql`select plan_code, next_order_on::text as next_order_on, interval_months, units
    from report_coming_missing order by 1, 2, 3`.execute(db)
  return z.array(Missing).parse(rows)
}
