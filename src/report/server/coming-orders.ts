import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { lockClosing, waitForClosing } from './closing-store.ts'

type Db = Kysely<Database>

/** Whether subscriptions changed since the sums of coming orders were made: a condition in SQL. */
export const hasComingChanges = () => sql<boolean>`exists (select from report_coming_change)`

/** Adds what changed to the sums; a sum and its changes are read together, so that no number moves. Needs the lock of the closing. */
const addChanges = async ({ db }: Tx): Promise<void> => {
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

/** Adds what subscriptions changed to the sums of their coming orders. Safe in several processes: one of them has the lock. */
export const sumComingOrders = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if ((await lockClosing(tx)) !== null) await addChanges(tx)
  })

/**
 * Counts every subscription and writes what the sums of coming orders lack. What is written meanwhile is noted by its own transaction, so
 * that nobody waits.
 */
export const rebuildComingOrders = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await waitForClosing(tx)
    await sql`insert into report_coming_change (plan_code, next_order_on, interval_months, orders, units)
      select plan_code, next_order_on, interval_months, orders, units from report_coming_missing`.execute(
      tx.db,
    )
    await addChanges(tx)
  })

const Missing = z.object({
  plan_code: z.string(),
  next_order_on: z.string(),
  interval_months: z.number(),
  units: z.number(),
})

/** A sentence for each sum of coming orders that a count of every subscription does not come to. */
export const brokenComingOrders = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql`select plan_code, next_order_on::text as next_order_on, interval_months, units
    from report_coming_missing order by 1, 2, 3`.execute(db)
  return z
    .array(Missing)
    .parse(rows)
    .map(
      ({ plan_code: plan, next_order_on: day, interval_months: months, units }) =>
        `the sum of coming orders of ${plan} on ${day} (interval of months: ${months}) lacks ${units} units`,
    )
}
