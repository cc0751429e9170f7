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
import {
  lockSubscriptionOf,
  selectSubscriptionOf,
  lockSubscription,
  setLastOrderOn,
} from '#subscription/record/server/subscription-store.ts'
import { subscriptionOf } from '#subscription/server/subscriptions.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { withdrawOpened } from '#subscription/renewal/server/withdraw-opened.ts'
import { wireSubscription } from '#subscription/server/wire-subscription.ts'
import { termsBeforeOrder } from '#subscription/record/rules/terms-before-order.ts'
import { withdrawPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'

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

/**
 * Cancels an order of which nothing is packed and gives its money back; `also` is done in the same transaction. False,
 * and nothing is done, when packing has begun or it was canceled before.
 */
export type CancelOrder = (orderId: string, also: (tx: Tx) => Promise<void>) => Promise<boolean>

/**
 * In the transaction that cancels the immediate order of a change: restores the subscription, with its date and total.
 * Throws ACTION_NOT_ALLOWED, which undoes the cancellation too, when something else has happened since.
 */
const restoreTermsBeforeOrder = async (
  tx: Tx,
  changeId: string,
  { subscriptionId: id, number }: BillingCycle,
): Promise<void> => {
  const row = await withdrawOpened(tx, await lockSubscription(tx, id))
  const change = await selectChange(tx.db, id, changeId)
  const current = await currentSubscription(tx.db, row)
  const { terms } = current
  const refused = change ? undoRefusal(change, current, tx.now) : 'changed-since'
  if (!change || refused !== null) throw actionRefused(refused ?? 'changed-since')
  const before = termsBeforeChange(change, terms)
  // Skipped orders get later numbers, so their records are written again.
  await writeTerms(tx, row, { ...terms, skipped: before.skipped }, termsBeforeOrder(before, number))
  const paidOn = await withdrawPrepaidTerm(tx, id, number)
  if (paidOn !== null) await setLastOrderOn(tx, id, paidOn)
  await markUndone(tx, changeId)
  if (change.action === 'reactivate') publishChange(tx, row, changeId, 'undo')
  else publishTermsChange(tx, row, changeId, 'undo')
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
