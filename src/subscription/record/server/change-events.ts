import type { Tx } from '#platform/app-deps.ts'
import type { MemberAction } from '../rules/subscription-state.ts'
import type { StoredSubscription } from './subscription-record.ts'

/** Publishes a change of any kind; it is counted for analytics, and no mail follows. */
export const publishTermsChange = (
  tx: Tx,
  { id: subscriptionId, accountId }: Pick<StoredSubscription, 'id' | 'accountId'>,
  changeId: string,
  action: string,
): void => tx.publish({ kind: 'subscription-terms-changed', subscriptionId, accountId, changeId, action })

/** Publishes the changes that are confirmed by mail: cancellation, pause, restart. */
export const publishChange = (
  tx: Tx,
  row: Pick<StoredSubscription, 'id' | 'accountId'>,
  changeId: string,
  action: MemberAction | 'undo',
): void => {
  const { id: subscriptionId, accountId } = row
  const side: 'after' | 'before' = action === 'undo' ? 'before' : 'after'
  const facts = { subscriptionId, accountId, changeId, side }
  publishTermsChange(tx, row, changeId, action)
  switch (action) {
    case 'cancel':
      return tx.publish({ kind: 'subscription-canceled', ...facts })
    case 'pause':
    case 'resume':
    case 'reactivate':
    case 'undo':
      return tx.publish({ kind: 'subscription-changed', ...facts })
    case 'skip':
    case 'unskip':
    case 'move':
    case 'order-now':
    case 'swap':
    case 'change-quantity':
    case 'change-frequency':
    case 'add-one-time':
    case 'skip-item':
    case 'unskip-item':
    case 'remove-one-time':
    case 'change-address':
    case 'change-payment-method':
    case 'apply-coupon':
    case 'set-end':
      return undefined
    default:
      return action satisfies never
  }
}

/** Publishes that staff made a change for the member, of any kind: the member reads who and why by mail. */
export const publishStaffChange = (
  tx: Tx,
  { id: subscriptionId, accountId }: Pick<StoredSubscription, 'id' | 'accountId'>,
  changeId: string,
): void => tx.publish({ kind: 'subscription-changed-by-staff', subscriptionId, accountId, changeId })
