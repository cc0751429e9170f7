import type { Tx } from '#platform/app-deps.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import type { PricedCycle } from '#subscription/record/server/billing-cycle-record.ts'

/**
 * The outcome of a cycle: `pending` waits for the poller, `reopened` was never charged and is due again, `withdrawn`
 * was not paid and is not tried again, because the member requested it at once or changed its subscription meanwhile.
 */
export type CycleEnd =
  | 'billed'
  | 'declined'
  | 'failed'
  | 'pending'
  | 'reopened'
  | 'withdrawn'
  | 'settled-before'

/** A cycle whose charge has an answer, both locked. */
export interface CycleContext {
  readonly tx: Tx
  readonly cycle: PricedCycle
  readonly subscription: StoredSubscription
}
