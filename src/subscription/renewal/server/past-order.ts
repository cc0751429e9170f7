import type { Charge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { recordRequestedRefusal } from '#subscription/dunning/server/dunning-cases.ts'
import { dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { billAddOns, giveUpAddOns } from '#subscription/record/server/add-on-store.ts'
import {
  refuseRequestedCycle,
  settleCycle,
  writePassedTerms,
} from '#subscription/record/server/billing-cycle-store.ts'
import {
  markUndone,
  rewriteTerms,
  selectChangesDuring,
} from '#subscription/record/server/subscription-change-store.ts'
import type { StoredChange } from '#subscription/record/server/subscription-change-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { readTerms, writeTerms } from '#subscription/record/server/terms-records.ts'
import { prepaidTermFrom } from '#subscription/term/rules/prepaid-term.ts'
import type { PrepaidTerm } from '#subscription/term/rules/prepaid-term.ts'
import type { ChargeInFlight } from '../rules/charge-in-flight.ts'
import { backToOrder, givesUpOrder, withoutOrder } from '../rules/past-charge.ts'
import type { PassedTerms } from '../rules/past-charge.ts'
import type { CycleEnd, CycleContext } from './cycle-end.ts'

/** An order that is being charged, and the terms before and after it. */
export interface PassedOrder {
  readonly charge: ChargeInFlight
  readonly terms: PassedTerms
}

/**
 * The first change during a charge takes its locked subscription past the order, before the change is written: the next
 * order is the one after it, and its add-ons come with it.
 */
export const passOrder = async (tx: Tx, { charge, terms }: PassedOrder): Promise<void> => {
  await writePassedTerms(tx, charge.cycleId, terms)
  await billAddOns(tx, charge.order.addOnIds, charge.order.number)
}

/** The term that a passed order pays: as if the change had been made after it. */
export const prepaidTermOfPassed = (
  { before, after }: PassedTerms,
  paid: { readonly on: Temporal.PlainDate; readonly cycle: number },
  { state }: Pick<StoredSubscription, 'state'>,
): PrepaidTerm => ({
  ...prepaidTermFrom(paid.on, dueOn(after), { cycle: paid.cycle, months: before.intervalMonths }),
  state: state === 'paused' ? 'paused' : 'running',
})

/** Brings both sides of the changes that were made during a charge in line with how it ended. */
const correctChanges = async (
  tx: Tx,
  changes: readonly StoredChange[],
  correct: (terms: SubscriptionTerms) => SubscriptionTerms,
): Promise<void> => {
  for (const change of changes)
    await rewriteTerms(tx, change.id, {
      before: correct(change.before),
      after: correct(change.after),
    })
}

/** The order is not tried again: a change made during its charge has said when the next one comes. */
const giveUpOrder = async (
  { tx, cycle, subscription }: CycleContext,
  charge: Charge,
  passed: PassedTerms,
  changes: readonly StoredChange[],
): Promise<CycleEnd> => {
  if (cycle.changeId === null) await settleCycle(tx, cycle.id, { state: 'declined' })
  else {
    await refuseRequestedCycle(tx, cycle.id)
    await recordRequestedRefusal(tx, cycle, subscription, charge)
    await markUndone(tx, cycle.changeId)
  }
  await giveUpAddOns(tx, subscription.id, cycle.number)
  const terms = await readTerms(tx.db, subscription)
  await writeTerms(tx, subscription, terms, withoutOrder(passed, terms))
  await correctChanges(tx, changes, (side) => withoutOrder(passed, side))
  return 'withdrawn'
}

/**
 * A charge of which nothing comes, when changes were made meanwhile. Ends the cycle when one of them gives the order up;
 * otherwise the order is the next one again, as changed, and the caller continues with the returned subscription.
 */
export const returnToOrder = async (
  context: CycleContext,
  charge: Charge,
): Promise<{ readonly end: CycleEnd } | { readonly subscription: StoredSubscription }> => {
  const { tx, cycle, subscription } = context
  const passed = cycle.passedTerms
  if (passed === null) return { subscription }
  const changes = await selectChangesDuring(tx.db, subscription.id, cycle.id)
  const isGivenUp = changes.some(({ action, undoneAt }) => undoneAt === null && givesUpOrder(action))
  if (isGivenUp || subscription.state !== 'active')
    return { end: await giveUpOrder(context, charge, passed, changes) }
  const terms = await readTerms(tx.db, subscription)
  const written = await writeTerms(tx, subscription, terms, backToOrder(passed, terms))
  await correctChanges(tx, changes, (side) => backToOrder(passed, side))
  return { subscription: written }
}
