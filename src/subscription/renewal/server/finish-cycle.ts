import { accountById } from '#account/server/accounts.ts'
import { commitCredit, releaseCredit } from '#credit/server/credits.ts'
import { takeStockForRenewals } from '#catalogue/server/plans.ts'
import { shipDates } from '#delivery/rules/delivery-dates.ts'
import { placeOrder } from '#order/server/orders.ts'
import { savePaymentMethod } from '#payment/charge/server/payments.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { cycleAfter, cycleDate } from '#subscription/record/rules/billing-schedule.ts'
import { termsWhileOwed } from '#subscription/dunning/rules/dunning.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { remainingAfter } from '#subscription/record/rules/remaining-orders.ts'
import { prepaidTermFrom } from '#subscription/term/rules/prepaid-term.ts'
import { billAddOns, removeAddOns } from '#subscription/record/server/add-on-store.ts'
import { lockCycle, settleCycle, subscriptionIdOf } from '#subscription/record/server/billing-cycle-store.ts'
import type { CycleContext, CycleEnd } from './cycle-end.ts'
import { publishTermsChange } from '#subscription/record/server/change-events.ts'
import { settleCase } from '#subscription/dunning/server/dunning-cases.ts'
import { deleteParked } from '#subscription/record/server/parked-store.ts'
import { prepaidTermOfPassed, returnToOrder } from './past-order.ts'
import { refuseRenewal, withdrawRecovery, withdrawRequestedChange } from './declined-cycle.ts'
import { readTerms } from '#subscription/record/server/terms-records.ts'
import { selectChange } from '#subscription/record/server/subscription-change-store.ts'
import {
  advanceSubscription,
  lockSubscriptionBy,
  postponeAttempts,
  updateTerms,
} from '#subscription/record/server/subscription-store.ts'
import type { NextCycle } from '#subscription/record/server/subscription-columns.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { openPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import type { StoredPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import { assignWaitingCard } from './waiting-card.ts'
import type { BillingQuote } from '#subscription/record/server/billing-cycle-record.ts'
import { isPriced } from '#subscription/record/server/billing-cycle-record.ts'
import { isInFlight } from './open-cycles.ts'

const orderLinesOf = (lines: BillingQuote['lines'], subscriptionId: string) =>
  lines.map(({ addOnId, ...line }) => ({
    ...line,
    subscriptionId: addOnId === null ? subscriptionId : null,
  }))

const placeRenewalOrder = async (context: CycleContext, charge: Charge | null): Promise<string> => {
  const { tx, cycle, subscription } = context
  const { address, stock: _, lines, ...quote } = cycle.quote
  const account = await accountById(tx.db, subscription.accountId)
  const id = tx.ids.uuid()
  await placeOrder(tx, {
    ...quote,
    id,
    number: tx.ids.orderNumber(),
    accountId: subscription.accountId,
    kind: 'renewal',
    checkoutId: null,
    billingCycleId: cycle.id,
    chargeId: charge?.id ?? null,
    processor: charge?.processor ?? null,
    email: account?.email ?? '',
    shipTo: address,
    card: charge?.card ?? null,
    terms: [],
    ships: shipDates(tx.now, false),
    lines: orderLinesOf(lines, subscription.id),
  })
  return id
}

/** The next date counted from the anchor that is in the future: missed dates are not caught up (decision 003). */
const nextCycle = ({ tx, cycle, subscription }: CycleContext) => {
  const schedule = {
    anchorOn: Temporal.PlainDate.from(subscription.anchorOn),
    intervalMonths: subscription.intervalMonths,
    startCycle: subscription.startCycle,
    startMonths: subscription.startMonths,
  }
  const number = Math.max(cycle.number + 1, cycleAfter(schedule, tx.today))
  return { cycle: number, on: cycleDate(schedule, number) }
}

/** The order that a change during the charge has made the next one. */
const nextOfRow = (row: StoredSubscription): NextCycle => ({
  cycle: row.nextCycle,
  on: Temporal.PlainDate.from(row.nextOrderOn ?? row.anchorOn),
  unitPriceCents: row.unitPriceCents,
  remainingOrders: row.remainingOrders,
})

/**
 * The subscription for which a paid cycle continues. An open case is closed: an ended subscription is active again, and
 * the card that paid becomes its card.
 */
const recoverSubscription = async (
  context: CycleContext,
  charge: Charge | null,
  orderId: string,
): Promise<StoredSubscription> => {
  const { tx, cycle, subscription } = context
  // Nothing was refused before a first attempt.
  const recoveredCase = cycle.attempts > 1 ? await settleCase(tx, cycle, subscription, charge) : null
  if (recoveredCase !== null) {
    const { id: subscriptionId, accountId } = subscription
    tx.publish({ kind: 'renewal-recovered', subscriptionId, accountId, orderId })
  }
  if (recoveredCase === null || recoveredCase.state === 'closed') return subscription
  const savedCardId =
    charge && cycle.recoveryCaseId !== null
      ? await savePaymentMethod(tx, subscription.accountId, charge)
      : null
  if (recoveredCase.state === 'open' && savedCardId === null) return subscription
  const terms = await readTerms(tx.db, subscription)
  const paymentMethodId = savedCardId ?? terms.paymentMethodId
  const after = { ...termsWhileOwed(terms, recoveredCase, tx.now, tx.today), paymentMethodId }
  return updateTerms(tx, subscription, after, charge?.createdAt)
}

const prepaidTermOf = (
  { tx, cycle }: CycleContext,
  subscription: StoredSubscription,
  nextOn: Temporal.PlainDate,
  orderId: string,
): StoredPrepaidTerm => {
  const passed = cycle.passedTerms
  const prepaidTerm =
    passed === null
      ? prepaidTermFrom(tx.today, nextOn, { cycle: cycle.number, months: subscription.intervalMonths })
      : prepaidTermOfPassed(passed, { on: tx.today, cycle: cycle.number }, subscription)
  return { ...prepaidTerm, subscriptionId: subscription.id, accountId: subscription.accountId, orderId }
}

/**
 * Moves a subscription on to the order after the one that is billed; a change made during its charge has done so. Answers
 * whether it expired, and the date of the next order.
 */
const advance = async (context: CycleContext, subscription: StoredSubscription) => {
  const { tx, cycle } = context
  const { lines, discounts } = cycle.quote
  const own = lines.find(({ addOnId }) => addOnId === null)
  const passed = cycle.passedTerms
  if (passed !== null) {
    const { before, after } = passed
    const endedCode = after.couponCode === null ? before.couponCode : null
    const counted = { code: null, ownItem: own !== undefined, endedCode }
    const next = nextOfRow(subscription)
    return { hasEnded: await advanceSubscription(tx, subscription, next, counted), nextOn: next.on }
  }
  const code = discounts.find(({ reason }) => reason === 'renewals')?.code ?? null
  const next = {
    ...nextCycle({ ...context, subscription }),
    unitPriceCents: own?.unitPriceCents ?? subscription.unitPriceCents,
    remainingOrders: remainingAfter(subscription.remainingOrders, own !== undefined),
  }
  const counted = { code, ownItem: own !== undefined, endedCode: null }
  return { hasEnded: await advanceSubscription(tx, subscription, next, counted), nextOn: next.on }
}

/** A change that placed an order at once takes effect when the order is paid. */
const publishRequestedChange = async ({ tx, cycle, subscription }: CycleContext): Promise<void> => {
  const change = cycle.changeId && (await selectChange(tx.db, subscription.id, cycle.changeId))
  if (change) publishTermsChange(tx, subscription, change.id, change.action)
}

const bill = async (context: CycleContext, charge: Charge | null): Promise<CycleEnd> => {
  const { tx, cycle } = context
  const orderId = await placeRenewalOrder(context, charge)
  await commitCredit(tx, cycle.id, cycle.quote.totals)
  await settleCycle(tx, cycle.id, { state: 'billed', orderId })
  await publishRequestedChange(context)
  // The poller settled it, perhaps because the request could not write the order.
  if (charge !== null && charge.checks > 0) await deleteParked(tx, [cycle.subscriptionId])
  if (cycle.orderCanceledBy !== null) tx.publish({ kind: 'order-cancel-requested', orderId })
  const subscription = await recoverSubscription(context, charge, orderId)
  const { lines, stock } = cycle.quote
  const { hasEnded, nextOn } = await advance(context, subscription)
  // An order without the subscription's own item pays nothing ahead.
  if (lines.some(({ addOnId }) => addOnId === null))
    await openPrepaidTerm(tx, prepaidTermOf(context, subscription, nextOn, orderId))
  const addOns = lines.flatMap(({ addOnId }) => (addOnId === null ? [] : [addOnId]))
  await billAddOns(tx, addOns, cycle.number)
  if (hasEnded) {
    await removeAddOns(tx, cycle.subscriptionId)
    const { id: subscriptionId, accountId } = subscription
    tx.publish({ kind: 'subscription-state-changed', subscriptionId, accountId, state: 'expired' })
  }
  // The stock row is shared by everybody, so it is locked last and briefly.
  await takeStockForRenewals(tx, stock)
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

const lockOpenCycle = async (tx: Tx, cycleId: string): Promise<CycleContext | null> => {
  const subscription = await lockSubscriptionBy(tx, subscriptionIdOf(tx.db, cycleId))
  const cycle = await lockCycle(tx, cycleId)
  if (!subscription || !cycle || !isInFlight(cycle) || !isPriced(cycle)) return null
  return { tx, cycle, subscription }
}

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
