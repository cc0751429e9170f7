import type { Work } from '#platform/world.ts'
import { beforeOrder } from '../rules/before-order.ts'
import { actionRefused } from '../rules/refused-action.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import { announceChange, announceSteered } from './change-announcements.ts'
import { standingNow, steeringBefore, undoRefusal } from './change-history.ts'
import { writeSteering } from './steering-records.ts'
import { markUndone, selectChange } from './subscription-change-store.ts'
import { lockSubscription, setLastOrderOn } from './subscription-store.ts'
import { takeBackTerm } from './term-store.ts'
import { withdrawOpened } from './withdraw-opened.ts'

/**
 * Cancels an order that has not shipped and gives its money back; `also` is done in the same transaction. False, and
 * nothing is done, when it has shipped or was canceled before.
 */
export type CancelOrder = (orderId: string, also: (work: Work) => Promise<void>) => Promise<boolean>

/**
 * In the transaction that cancels the order which a change asked for at once: the subscription is what it was before,
 * with the date and the sum it had. Throws ACTION_NOT_ALLOWED, which undoes the cancellation too, when something else
 * has happened since.
 */
export const stepBack = async (
  work: Work,
  changeId: string,
  { subscription_id: id, number }: Pick<BillingCycleRow, 'subscription_id' | 'number'>,
): Promise<void> => {
  const row = await withdrawOpened(work, await lockSubscription(work, id))
  const change = await selectChange(work.db, id, changeId)
  const standing = await standingNow(work.db, row)
  const { steering } = standing
  const refused = change ? undoRefusal(change, standing, work.now) : 'changed-since'
  if (!change || refused !== null) throw actionRefused(refused ?? 'changed-since')
  const before = steeringBefore(change, steering)
  // Orders that were skipped get later numbers, so their records are written anew.
  await writeSteering(work, row, { ...steering, skipped: before.skipped }, beforeOrder(before, number))
  const paidOn = await takeBackTerm(work, id, number)
  if (paidOn !== null) await setLastOrderOn(work, id, paidOn)
  await markUndone(work, changeId)
  if (change.action === 'reactivate') announceChange(work, row, changeId, 'undo')
  else announceSteered(work, row, changeId, 'undo')
}
