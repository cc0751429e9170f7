import type { Charge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { termsAfterDunning } from '#subscription/dunning/rules/dunning.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { withoutRefusedOrder } from '#subscription/dunning/rules/refused-order.ts'
import { refuseRequestedCycle, settleCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { recordRequestedRefusal, recordScheduledRefusal } from '#subscription/dunning/server/dunning-cases.ts'
import { insertAttempt, selectCase } from '#subscription/dunning/server/dunning-store.ts'
import type { CycleEnd, CycleContext } from './cycle-end.ts'
import { readTerms, writeTerms } from '#subscription/record/server/terms-records.ts'
import {
  markUndone,
  rewriteTerms,
  selectChange,
  selectChangesAfter,
} from '#subscription/record/server/subscription-change-store.ts'
import type { StoredChange } from '#subscription/record/server/subscription-change-store.ts'
import { postponeAttempts } from '#subscription/record/server/subscription-store.ts'

/** The changes that were made while an order was being charged keep what they changed, and lose the refused order. */
const withdrawFromLaterChanges = async (tx: Tx, change: StoredChange): Promise<void> => {
  for (const later of await selectChangesAfter(tx.db, change.subscriptionId, change.version))
    await rewriteTerms(tx, later.id, {
      before: withoutRefusedOrder(change, later.before),
      after: withoutRefusedOrder(change, later.after),
    })
}

/**
 * The order that the member requested at once was declined: the subscription goes back to its earlier state, except for
 * later changes. The response says so; no mail, no step of the schedule of attempts.
 */
export const withdrawRequestedChange = async (
  { tx, cycle, subscription }: CycleContext,
  changeId: string,
  charge: Charge,
): Promise<CycleEnd> => {
  await refuseRequestedCycle(tx, cycle.id)
  await recordRequestedRefusal(tx, cycle, subscription, charge)
  const change = await selectChange(tx.db, subscription.id, changeId)
  if (!change) throw new Error(`cycle ${cycle.id} was asked for by a change that is not there`)
  await markUndone(tx, changeId)
  const terms = await readTerms(tx.db, subscription)
  const isLatest = change.version === subscription.version
  await writeTerms(tx, subscription, terms, isLatest ? change.before : withoutRefusedOrder(change, terms))
  await withdrawFromLaterChanges(tx, change)
  return 'withdrawn'
}

/** The card that was entered to recover a case was declined, or was never requested: everything is as before. */
export const withdrawRecovery = async (
  { tx, cycle }: CycleContext,
  caseId: string,
  charge: Charge,
): Promise<CycleEnd> => {
  const dunningCase = await selectCase(tx.db, caseId)
  await settleCycle(tx, cycle.id, { state: dunningCase?.endedAs === 'failed' ? 'failed' : 'declined' })
  if (charge.state === 'declined') {
    const { accountId } = cycle
    await insertAttempt(tx, { caseId, charge, accountId, requestedBy: 'link', paymentMethodId: null })
  }
  return 'withdrawn'
}

/** A renewal was refused when its date had come: tried again by the schedule, or ended as the operator chose. */
export const refuseRenewal = async (
  policy: DunningPolicy,
  { tx, cycle, subscription }: CycleContext,
  charge: Charge,
): Promise<CycleEnd> => {
  const { id, accountId } = subscription
  // Canceled while its charge was in flight: the cancellation stays, and no other card is requested.
  if (subscription.state === 'canceled') {
    await settleCycle(tx, cycle.id, { state: 'declined' })
    return 'failed'
  }
  const next = await recordScheduledRefusal(policy, tx, cycle, subscription, charge)
  tx.publish({ kind: 'renewal-declined', subscriptionId: id, accountId, cycle: cycle.number })
  if (next.kind === 'retry') {
    await settleCycle(tx, cycle.id, { state: 'declined' })
    await postponeAttempts(tx, [id], next.on)
    return 'declined'
  }
  // A paused one owes the same cycle again; the others have used its number.
  await settleCycle(tx, cycle.id, { state: policy.end === 'failed' ? 'failed' : 'declined' })
  // Canceled while its charge was in flight: the cancellation stays.
  if (subscription.state !== 'active') return 'failed'
  const before = await readTerms(tx.db, subscription)
  const after = termsAfterDunning(before, policy.end, tx.now, tx.today)
  await writeTerms(tx, subscription, before, after)
  tx.publish({ kind: 'subscription-state-changed', subscriptionId: id, accountId, state: after.state })
  return 'failed'
}
