import { takeBackRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import type { Subscription } from '../calls.ts'
import { actionRefused } from '../rules/refused-action.ts'
import { keepOrder, selectCycleOfChange } from './billing-cycle-store.ts'
import { announceChange, announceSteered } from './change-announcements.ts'
import { standingNow, steeringBefore, undoRefusal } from './change-history.ts'
import { writeSteering } from './steering-records.ts'
import { markUndone, selectChange } from './subscription-change-store.ts'
import { lockSubscriptionOf, selectSubscriptionOf } from './subscription-store.ts'
import { subscriptionOf } from './subscriptions.ts'
import type { SubscriptionSources } from './subscriptions.ts'
import { stepBack } from './undo-order.ts'
import { withdrawOpened } from './withdraw-opened.ts'
import type { CancelOrder } from './undo-order.ts'

/** A change of a member's subscription, and which. */
interface Undoing {
  readonly accountId: string
  readonly id: string
  readonly changeId: string
}

const undo = async (work: Work, { accountId, id, changeId }: Undoing): Promise<void> => {
  const locked = await lockSubscriptionOf(work, accountId, id)
  const change = locked && (await selectChange(work.db, id, changeId))
  if (!locked || !change) throw new ShopError('NOT_FOUND')
  if (change.undone_at !== null) return
  const row = await withdrawOpened(work, locked)
  const standing = await standingNow(work.db, row)
  const { steering } = standing
  const refused = undoRefusal(change, standing, work.now)
  if (refused !== null) throw actionRefused(refused)
  await writeSteering(work, row, steering, steeringBefore(change, steering))
  await markUndone(work, changeId)
  // A member who stays keeps the order that is being charged.
  if (change.cycle_in_hand !== null) await keepOrder(work, change.cycle_in_hand, changeId)
  if (change.action === 'cancel' || change.action === 'pause' || change.action === 'reactivate')
    announceChange(work, row, changeId, 'undo')
  else announceSteered(work, row, changeId, 'undo')
  if (change.action === 'apply-coupon') await takeBackRedemptions(work, changeId)
}

/** Takes back a change whose order was charged at once: the order is canceled, its money goes back. */
const undoOrdered = async (
  { world }: SubscriptionSources,
  cancelOrder: CancelOrder,
  { id, changeId }: Undoing,
): Promise<void> => {
  const cycle = await selectCycleOfChange(world.database, changeId)
  if (!cycle || cycle.order_id === null) throw actionRefused('charge-in-hand')
  if (await cancelOrder(cycle.order_id, (work) => stepBack(work, changeId, cycle))) return
  // Another window may have been faster; what has shipped, or was canceled by another way, is no more to be undone.
  const change = await selectChange(world.database, id, changeId)
  if (change?.undone_at === null) throw actionRefused('order-shipped')
}

/**
 * Takes a change back; one that is undone already stays so. NOT_FOUND for somebody else's, ACTION_NOT_ALLOWED with
 * `undo-over`, `changed-since`, `charge-in-hand` or `order-shipped`.
 */
export const undoChange = async (
  sources: SubscriptionSources,
  cancelOrder: CancelOrder,
  undoing: Undoing,
): Promise<Subscription> => {
  const { accountId, id, changeId } = undoing
  const { world } = sources
  const row = await selectSubscriptionOf(world.database, accountId, id)
  const change = row && (await selectChange(world.database, id, changeId))
  if (!change) throw new ShopError('NOT_FOUND')
  if (!change.charges) await inTransaction(world, (work) => undo(work, undoing))
  else if (change.undone_at === null) await undoOrdered(sources, cancelOrder, undoing)
  return subscriptionOf(sources, accountId, id)
}
