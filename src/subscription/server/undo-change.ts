import { takeBackRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import type { Subscription } from '../calls.ts'
import { actionRefused } from '../rules/refused-action.ts'
import type { ActionRefusal } from '../rules/refused-action.ts'
import { Steering } from '../rules/steering.ts'
import { announceChange, announceSteered } from './change-announcements.ts'
import { undoEnds } from './change-history.ts'
import { writeSteering } from './steering-records.ts'
import { markUndone, selectChange } from './subscription-change-store.ts'
import type { ChangeRow } from './subscription-change-store.ts'
import { lockSubscriptionOf } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { subscriptionOf } from './subscriptions.ts'
import type { SubscriptionSources } from './subscriptions.ts'

const undoRefusal = (work: Work, change: ChangeRow, row: SubscriptionRow): ActionRefusal | null => {
  if (change.charges) return 'order-placed'
  if (change.actor_kind !== 'member' || change.version !== row.version) return 'changed-since'
  if (Temporal.Instant.compare(work.now, undoEnds(change)) >= 0) return 'undo-over'
  // Going back must not charge anybody at once, as it would after midnight of an order's day.
  const { nextAttemptOn } = Steering.parse(change.before)
  return nextAttemptOn !== null && nextAttemptOn <= work.today.toString() ? 'undo-over' : null
}

const undo = async (work: Work, accountId: string, id: string, changeId: string): Promise<void> => {
  const row = await lockSubscriptionOf(work, accountId, id)
  const change = row && (await selectChange(work.db, id, changeId))
  if (!row || !change) throw new ShopError('NOT_FOUND')
  if (change.undone_at !== null) return
  const refused = undoRefusal(work, change, row)
  if (refused !== null) throw actionRefused(refused)
  await writeSteering(work, row, Steering.parse(change.after), Steering.parse(change.before))
  await markUndone(work, changeId)
  if (change.action === 'cancel' || change.action === 'pause' || change.action === 'reactivate')
    announceChange(work, row, changeId, 'undo')
  else announceSteered(work, row, changeId, 'undo')
  if (change.action === 'apply-coupon') await takeBackRedemptions(work, changeId)
}

/**
 * Takes a change back; one that is undone already stays so. NOT_FOUND for somebody else's, ACTION_NOT_ALLOWED with
 * `undo-over`, `changed-since` or `order-placed`.
 */
export const undoChange = async (
  sources: SubscriptionSources,
  accountId: string,
  id: string,
  changeId: string,
): Promise<Subscription> => {
  await inTransaction(sources.world, (work) => undo(work, accountId, id, changeId))
  return subscriptionOf(sources, accountId, id)
}
