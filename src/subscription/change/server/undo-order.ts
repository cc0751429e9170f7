import type { Tx } from '#platform/app-deps.ts'
import { termsBeforeOrder } from '#subscription/record/rules/terms-before-order.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import { publishChange, publishTermsChange } from '#subscription/record/server/change-events.ts'
import { currentSubscription, termsBeforeChange, undoRefusal } from './change-history.ts'
import { writeTerms } from '#subscription/record/server/terms-records.ts'
import { markUndone, selectChange } from '#subscription/record/server/subscription-change-store.ts'
import { lockSubscription, setLastOrderOn } from '#subscription/record/server/subscription-store.ts'
import { withdrawPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import { withdrawOpened } from '#subscription/renewal/server/withdraw-opened.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'

/**
 * Cancels an order of which nothing is packed and gives its money back; `also` is done in the same transaction. False,
 * and nothing is done, when packing has begun or it was canceled before.
 */
export type CancelOrder = (orderId: string, also: (tx: Tx) => Promise<void>) => Promise<boolean>

/**
 * In the transaction that cancels the immediate order of a change: restores the subscription, with its date and total.
 * Throws ACTION_NOT_ALLOWED, which undoes the cancellation too, when something else has happened since.
 */
export const restoreTermsBeforeOrder = async (
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
