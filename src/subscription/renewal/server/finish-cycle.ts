import { releaseCredit } from '#credit/server/credits.ts'
import { recordPaid } from '#payment/charge/server/payments.ts'
import type { Charge, PaidCharge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { isPriced } from '#subscription/record/server/billing-cycle-record.ts'
import { settleCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { lockSubscriptionsBy } from '#subscription/record/server/subscription-queries.ts'
import { postponeAttempts } from '#subscription/record/server/subscription-store.ts'
import { billAll } from './bill-cycles.ts'
import type { CycleContext, CycleEnd } from './cycle-end.ts'
import { refuseRenewal, withdrawRecovery, withdrawRequestedChange } from './declined-cycle.ts'
import { isInFlight, lockCycles, subscriptionIdsOf } from './open-cycles.ts'
import { returnToOrder } from './past-order.ts'
import { assignWaitingCard } from './waiting-card.ts'

const bill = async (context: CycleContext, charge: Charge | null): Promise<CycleEnd> => {
  await billAll(context.tx, [{ ...context, charge }])
  return 'billed'
}

/** The charge of a cycle failed. */
const finishRefused = async (
  policy: DunningPolicy,
  meanwhile: CycleContext,
  charge: Charge,
): Promise<CycleEnd> => {
  const returned = await returnToOrder(meanwhile, charge)
  if ('end' in returned) return returned.end
  const context = { ...meanwhile, ...returned }
  const { tx, cycle, subscription } = context
  const { changeId, recoveryCaseId: caseId } = cycle
  if (changeId !== null) return withdrawRequestedChange(context, changeId, charge)
  if (caseId !== null) return withdrawRecovery(context, caseId, charge)
  if (charge.state === 'declined') return refuseRenewal(policy, context, charge)
  await settleCycle(tx, cycle.id, { state: 'declined' })
  await postponeAttempts(tx, [subscription.id], tx.today)
  return 'reopened'
}

const finish = async (policy: DunningPolicy, context: CycleContext, charge: Charge): Promise<CycleEnd> => {
  const { tx, cycle } = context
  const isOver = charge.state === 'declined' || charge.state === 'void'
  if (isOver) {
    await releaseCredit(tx, cycle.id, cycle.quote.totals)
    return finishRefused(policy, context, charge)
  }
  if (charge.state === 'succeeded') return bill(context, charge)
  // Includes a challenge that nobody answered: the poller ends it at the processor before anything else is decided.
  await settleCycle(tx, cycle.id, { state: 'unknown' })
  return 'pending'
}

/** Cycles that are not settled, with their subscriptions, both locked; the subscriptions first. */
const lockOpenCycles = async (tx: Tx, cycleIds: readonly string[]): Promise<CycleContext[]> => {
  const subscriptions = new Map(
    (await lockSubscriptionsBy(tx, subscriptionIdsOf(tx.db, cycleIds))).map((row) => [row.id, row]),
  )
  return (await lockCycles(tx, cycleIds)).flatMap((cycle) => {
    const subscription = subscriptions.get(cycle.subscriptionId)
    return subscription && isInFlight(cycle) && isPriced(cycle) ? [{ tx, cycle, subscription }] : []
  })
}

const lockOpenCycle = async (tx: Tx, cycleId: string): Promise<CycleContext | null> =>
  (await lockOpenCycles(tx, [cycleId]))[0] ?? null

/**
 * Whether a charge still decides about its cycle: the answer to an abandoned attempt may come late, when the next one
 * is in flight. A successful charge always counts.
 */
const isDecisive = ({ attempt, state }: Charge, { attempts }: CycleContext['cycle']): boolean =>
  attempt === attempts || state === 'succeeded'

/**
 * Advances a cycle by the state of its charge, in the transaction that recorded it; a settled cycle is not changed, so
 * poller, webhook and worker may all call this.
 */
export const finishCycle = async (policy: DunningPolicy, tx: Tx, charge: Charge): Promise<CycleEnd> => {
  const context = await lockOpenCycle(tx, charge.purposeId)
  if (!context || !isDecisive(charge, context.cycle)) return 'settled-before'
  const end = await finish(policy, context, charge)
  if (end !== 'pending') await assignWaitingCard(tx, context.subscription)
  return end
}

/** A cycle with nothing to pay is billed without a charge. */
export const finishFreeCycle = async (tx: Tx, cycleId: string): Promise<CycleEnd> => {
  const context = await lockOpenCycle(tx, cycleId)
  return context ? bill(context, null) : 'settled-before'
}

/**
 * Records that charges of cycles of different subscriptions are paid and bills the cycles, all in the caller's transaction:
 * either all of them or none. Returns the ends by the id of the cycle; a charge that another process has recorded is left out,
 * and so is its cycle.
 */
export const finishPaidCycles = async (
  tx: Tx,
  answers: readonly PaidCharge[],
): Promise<ReadonlyMap<string, CycleEnd>> => {
  // Charges before subscriptions, as where a single answer is recorded: a webhook for one of them waits, without a deadlock.
  const charges = new Map(
    (await recordPaid(tx.db, answers, tx.now)).map((charge) => [charge.purposeId, charge]),
  )
  const contexts = await lockOpenCycles(tx, [...charges.keys()])
  const paid = contexts.flatMap((context) => {
    const charge = charges.get(context.cycle.id)
    return charge ? [{ ...context, charge }] : []
  })
  await billAll(tx, paid)
  for (const { subscription } of paid) await assignWaitingCard(tx, subscription)
  const billed = new Set(paid.map(({ cycle }) => cycle.id))
  return new Map([...charges.keys()].map((id) => [id, billed.has(id) ? 'billed' : 'settled-before']))
}
