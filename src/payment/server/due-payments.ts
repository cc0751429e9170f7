import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import { hasDueChecks } from '../charge/server/due-checks.ts'
import { hasWaitingRefund } from '../refund/server/refund-store.ts'

/** Whether the poller of charges has something to do. */
export const hasDueCharges = ({ clock }: Pick<AppDeps, 'clock'>): Expression<boolean> =>
  hasDueChecks({ now: clock.now(), table: 'charge' })

/** Whether the poller of refunds has something to do. */
export const hasDueRefunds = ({ clock }: Pick<AppDeps, 'clock'>): Expression<boolean> =>
  sql<boolean>`(${hasWaitingRefund} or ${hasDueChecks({ now: clock.now(), table: 'refund' })})`
