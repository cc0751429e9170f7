import type { Charge } from '#payment/server/payments.ts'
import { endedSteering } from '../rules/dunning.ts'
import type { DunningPolicy } from '../rules/dunning.ts'
import { Steering } from '../rules/steering.ts'
import { refuseAskedCycle, settleCycle } from './billing-cycle-store.ts'
import { noteAskedRefusal, refuseByCase } from './dunning-cases.ts'
import { insertAttempt, selectCase } from './dunning-store.ts'
import type { CycleEnd, Finishing } from './cycle-end.ts'
import { readSteering, writeSteering } from './steering-records.ts'
import { markUndone, selectChange } from './subscription-change-store.ts'
import { postponeAttempts } from './subscription-store.ts'

/**
 * The order that the member asked for at once was refused: the subscription goes back to what it was before, unless it
 * was changed since. Whoever asked is told; no mail, no step of the schedule of attempts.
 */
export const withdrawAsked = async (
  { work, cycle, subscription }: Finishing,
  changeId: string,
  charge: Charge,
): Promise<CycleEnd> => {
  await refuseAskedCycle(work, cycle.id)
  await noteAskedRefusal(work, cycle, subscription, charge)
  const change = await selectChange(work.db, subscription.id, changeId)
  if (!change) throw new Error(`cycle ${cycle.id} was asked for by a change that is not there`)
  await markUndone(work, changeId)
  if (change.version === subscription.version)
    await writeSteering(work, subscription, Steering.parse(change.after), Steering.parse(change.before))
  return 'withdrawn'
}

/** The card that was typed in to mend a case was refused, or nobody was asked: everything is as it was before. */
export const withdrawRecovery = async (
  { work, cycle }: Finishing,
  caseId: string,
  charge: Charge,
): Promise<CycleEnd> => {
  const dunned = await selectCase(work.db, caseId)
  await settleCycle(work, cycle.id, { state: dunned?.ended_as === 'failed' ? 'failed' : 'declined' })
  if (charge.state === 'declined') {
    const { account_id: accountId } = cycle
    await insertAttempt(work, { caseId, charge, accountId, askedBy: 'link', paymentMethodId: null })
  }
  return 'withdrawn'
}

/** A renewal was refused when its date had come: tried again by the schedule, or ended as the operator chose. */
export const refuse = async (
  policy: DunningPolicy,
  { work, cycle, subscription }: Finishing,
  charge: Charge,
): Promise<CycleEnd> => {
  const { id, account_id: accountId } = subscription
  // Canceled while its charge was under way: it stays the member's decision, and nobody asks for another card.
  if (subscription.state === 'canceled') {
    await settleCycle(work, cycle.id, { state: 'declined' })
    return 'failed'
  }
  const next = await refuseByCase(policy, work, cycle, subscription, charge)
  work.announce({ kind: 'renewal-declined', subscriptionId: id, accountId, cycle: cycle.number })
  if (next.kind === 'retry') {
    await settleCycle(work, cycle.id, { state: 'declined' })
    await postponeAttempts(work, [id], next.on)
    return 'declined'
  }
  // A paused one is asked for the same cycle again; the others have used its number up.
  await settleCycle(work, cycle.id, { state: policy.end === 'failed' ? 'failed' : 'declined' })
  // Canceled while its charge was under way: it stays the member's decision.
  if (subscription.state !== 'active') return 'failed'
  const before = await readSteering(work.db, subscription)
  await writeSteering(work, subscription, before, endedSteering(before, policy.end, work.now, work.today))
  return 'failed'
}
