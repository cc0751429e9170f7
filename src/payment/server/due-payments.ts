import { sql } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import { hasDueChecks } from '../charge/server/due-checks.ts'
import { hasWaitingRefund } from '../refund/server/refund-store.ts'

/**
 * Whether the pollers of charges and of refunds have anything to do now, by one statement that locks nothing: an idle shop
 * looks every second.
 */
export const duePayments = async ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Promise<{
  readonly charges: boolean
  readonly refunds: boolean
}> => {
  const now = clock.now()
  const { rows } = await sql<{ charges: boolean; refunds: boolean }>`
    select ${hasDueChecks({ now, table: 'charge' })} as charges,
      (${hasWaitingRefund} or ${hasDueChecks({ now, table: 'refund' })}) as refunds`.execute(database)
  return rows[0] ?? { charges: true, refunds: true }
}
