import { accountById } from '#account/server/accounts.ts'
import { releaseCommittedRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import {
  selectCycleOfChange,
  unmarkOrderForCancellation,
} from '#subscription/record/server/billing-cycle-store.ts'
import { publishChange, publishTermsChange } from '#subscription/record/server/change-events.ts'
import { currentSubscription, termsBeforeChange, undoRefusal } from './change-history.ts'
import { writeTerms } from '#subscription/record/server/terms-records.ts'
import { markUndone, selectChange } from '#subscription/record/server/subscription-change-store.ts'
import { lockSubscriptionOf, selectSubscriptionOf } from '#subscription/record/server/subscription-store.ts'
import { subscriptionOf } from '#subscription/server/subscriptions.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { restoreTermsBeforeOrder } from './undo-order.ts'
import { withdrawOpened } from '#subscription/renewal/server/withdraw-opened.ts'
import type { CancelOrder } from './undo-order.ts'
import { wireSubscription } from '#subscription/server/wire-subscription.ts'

/** A change of a member's subscription, and which. */
interface UndoRequest {
  readonly accountId: string
  readonly id: string
  readonly changeId: string
}

const undoWithoutCharge = async (tx: Tx, { accountId, id, changeId }: UndoRequest): Promise<void> => {
  const locked = await lockSubscriptionOf(tx, accountId, id)
  const change = locked && (await selectChange(tx.db, id, changeId))
  if (!locked || !change || (await accountById(tx.db, accountId)) === null) throw new ShopError('NOT_FOUND')
  if (change.undoneAt !== null) return
  const row = await withdrawOpened(tx, locked)
  const current = await currentSubscription(tx.db, row)
  const { terms } = current
  const refused = undoRefusal(change, current, tx.now)
  if (refused !== null) throw actionRefused(refused)
  await writeTerms(tx, row, terms, termsBeforeChange(change, terms))
  await markUndone(tx, changeId)
  // A member who stays keeps the order that is being charged.
  if (change.cycleInFlight !== null) await unmarkOrderForCancellation(tx, change.cycleInFlight, changeId)
  if (change.action === 'cancel' || change.action === 'pause' || change.action === 'reactivate')
    publishChange(tx, row, changeId, 'undo')
  else publishTermsChange(tx, row, changeId, 'undo')
  if (change.action === 'apply-coupon') await releaseCommittedRedemptions(tx, changeId)
}

/** Undoes a change whose order was charged at once: the order is canceled and refunded. */
const undoChargedOrder = async (
  { deps }: SubscriptionDeps,
  cancelOrder: CancelOrder,
  { id, changeId }: UndoRequest,
): Promise<void> => {
  const cycle = await selectCycleOfChange(deps.database, changeId)
  if (!cycle || cycle.orderId === null) throw actionRefused('charge-in-flight')
  if (await cancelOrder(cycle.orderId, (tx) => restoreTermsBeforeOrder(tx, changeId, cycle))) return
  // Another window may have been faster; what has shipped or was canceled otherwise cannot be undone.
  const change = await selectChange(deps.database, id, changeId)
  if (change?.undoneAt === null) throw actionRefused('order-shipped')
}

/**
 * Undoes a change; a repeated request changes nothing. NOT_FOUND for another member's, ACTION_NOT_ALLOWED with
 * `undo-over`, `changed-since`, `charge-in-flight` or `order-shipped`.
 */
export const undoChange = async (
  services: SubscriptionDeps,
  cancelOrder: CancelOrder,
  request: UndoRequest,
): Promise<Subscription> => {
  const { accountId, id, changeId } = request
  const { deps } = services
  const row = await selectSubscriptionOf(deps.database, accountId, id)
  const change = row && (await selectChange(deps.database, id, changeId))
  if (!change) throw new ShopError('NOT_FOUND')
  if (!change.charges) await inTransaction(deps, (tx) => undoWithoutCharge(tx, request))
  else if (change.undoneAt === null) await undoChargedOrder(services, cancelOrder, request)
  return wireSubscription(await subscriptionOf(services, accountId, id))
}
