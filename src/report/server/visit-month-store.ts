import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

/** Records how many browsers reached each step in a month (as `2031-01`), for good: events are deleted after a while. */
export const insertVisitMonth = async (tx: Tx, month: string, steps: readonly number[]): Promise<void> => {
  await tx.db
    .insertInto('report_visit_month')
    .values({ month, steps: [...steps] })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .execute()
}

/** The recorded ones of these months. */
export const selectVisitMonths = async (
  db: Kysely<Database>,
  months: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> => {
  if (months.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_visit_month')
    .select(['month', 'steps'])
    .where('month', 'in', months)
    .execute()
  return new Map(rows.map(({ month, steps }) => [month, steps]))
}
