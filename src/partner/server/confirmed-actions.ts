import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AuditActor } from '#staff/server/audits.ts'

/** Whether the shop takes real money: keys say so, and webhooks go to the public Internet alone. */
export interface PartnerDeskServices {
  readonly deps: AppDeps
  readonly isSandbox: boolean
}

/** An action with a passkey used again for exactly that one. */
export const confirmed = <T>(
  deps: AppDeps,
  context: RequestContext,
  action: string,
  run: (tx: Tx, by: AuditActor) => Promise<T>,
): Promise<T> => {
  const actor = staffOf(context)
  return inTransaction(deps, async (tx) => {
    await requireStepUp(tx, actor, action)
    return run(tx, { actor, requestId: context.requestId })
  })
}
