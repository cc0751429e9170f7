import type { Tx } from '#platform/app-deps.ts'
import type { SubscriptionTerms } from '../rules/subscription-terms.ts'

/** A cycle to be opened. */
export interface BillingCycleDraft {
  readonly subscriptionId: string
  readonly accountId: string
  readonly number: number
  readonly dueOn: Temporal.PlainDate
  /** The priced renewal as it will be charged, so that any process can finish the cycle. */
  readonly quote: unknown
  /** The member's change that requests it at once; null when its date has come. */
  readonly changeId: string | null
  /** Of the subscription as it is priced. */
  readonly version: number
  /** The day on which the subscription was due; null for one that a change requests. */
  readonly attemptOn: string | null
}

/** Whose cycles are written. */
export interface CycleOwner {
  readonly subscriptionId: string
  readonly accountId: string
}

/** A cycle that is charged, as a row of its table. */
export const openedColumns = (tx: Tx, draft: BillingCycleDraft) => ({
  id: tx.ids.uuid(),
  subscription_id: draft.subscriptionId,
  account_id: draft.accountId,
  number: draft.number,
  due_on: draft.dueOn.toString(),
  state: 'charging',
  attempts: 1,
  quote: JSON.stringify(draft.quote),
  change_id: draft.changeId,
  opened_at: tx.now.toString(),
  // A change requests the charge at once; a due cycle waits for its turn in the run.
  requested_at: draft.changeId === null ? null : tx.now.toString(),
  priced_version: draft.version,
  attempt_on: draft.attemptOn,
})

/** A skipped cycle. */
export const skippedColumns = (
  tx: Tx,
  owner: CycleOwner,
  { number, on }: SubscriptionTerms['skipped'][number],
) => ({
  id: tx.ids.uuid(),
  subscription_id: owner.subscriptionId,
  account_id: owner.accountId,
  number,
  due_on: on,
  state: 'skipped',
  opened_at: tx.now.toString(),
  settled_at: tx.now.toString(),
})
