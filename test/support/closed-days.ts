import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import { closeDays } from '#report/server/close-days.ts'
import type { Database } from '#platform/schema.ts'

/** The last day that has sums, and how many rows that came late are noted. */
export const closing = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ through: string | null; late: number }>`
    select through::text, (select count(*)::int from report_late_day) as late from report_closing`.execute(db)
  return rows[0] ?? { through: null, late: 0 }
}

/** Until nothing is left to do. Other tests on the same server have transactions that must end first. */
export const closeAll = async (deps: AppDeps, through: string): Promise<void> => {
  const isOpen = async () => {
    const now = await closing(deps.database)
    return now.through !== through || now.late > 0
  }
  while (await isOpen()) await closeDays(deps)
}
