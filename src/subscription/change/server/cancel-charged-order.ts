import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import {
  markOrderCanceled,
  selectCycle,
  markOrderForCancellation,
} from '#subscription/record/server/billing-cycle-store.ts'
import { chargeDuringChange } from './charge-during-change.ts'
import { selectChange } from '#subscription/record/server/subscription-change-store.ts'
import { lockSubscriptionOf } from '#subscription/record/server/subscription-store.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import type { CancelOrder } from './undo-change.ts'

/** A change that a member made while an order was being charged. */
interface MemberChange {
  readonly accountId: string
  readonly id: string
  readonly changeId: string
}

interface PaidCycle {
  readonly cycleId: string
  readonly orderId: string
}

/** While the charge is in flight, marks its order to be canceled; returns the order when it is placed already. */
const markOrFindPaidCycle = async (
  tx: Tx,
  { accountId, id, changeId }: MemberChange,
): Promise<PaidCycle | null> => {
  const locked = await lockSubscriptionOf(tx, accountId, id)
  const change = locked && (await selectChange(tx.db, id, changeId))
  if (!change || change.cycleInFlight === null) throw new ShopError('NOT_FOUND')
  // A member who undid the change keeps the order.
  if (change.undoneAt !== null) throw actionRefused('changed-since')
  const cycleId = change.cycleInFlight
  if (await markOrderForCancellation(tx, cycleId, changeId)) return null
  const cycle = await selectCycle(tx.db, cycleId)
  const isCancelable = cycle?.state === 'billed' && cycle.orderCanceledBy !== changeId
  return isCancelable && cycle.orderId !== null ? { cycleId, orderId: cycle.orderId } : null
}

/**
 * After a change: cancels the order that was being charged when it was made, and refunds it, at once or as soon as it is paid.
 * The same again changes nothing. NOT_FOUND for somebody else's change, and for one without a charge in flight;
 * ACTION_NOT_ALLOWED with `order-shipped`, or with `changed-since` when the change was undone.
 */
export const cancelChargedOrder = async (
  { deps }: SubscriptionDeps,
  cancelOrder: CancelOrder,
  change: MemberChange,
): Promise<ChargeDuringChange> => {
  const { id, changeId } = change
  const paid = await inTransaction(deps, (tx) => markOrFindPaidCycle(tx, change))
  const isCanceled =
    paid === null || (await cancelOrder(paid.orderId, (tx) => markOrderCanceled(tx, paid.cycleId, changeId)))
  const row = await selectChange(deps.database, id, changeId)
  const charge = row && (await chargeDuringChange(deps.database, row))
  if (!charge) throw new ShopError('NOT_FOUND')
  // Another window may have canceled it first.
  if (!isCanceled && !charge.isOrderCanceled) throw actionRefused('order-shipped')
  return charge
}
