import { accountMailboxes } from '#account/server/accounts.ts'
import { commitCredit } from '#credit/server/credits.ts'
import { takeStockForRenewals } from '#catalogue/server/plans.ts'
import { shipDates } from '#delivery/rules/delivery-dates.ts'
import { placeOrders } from '#order/server/orders.ts'
import type { OrderDraft } from '#order/server/orders.ts'
import { savePaymentMethod } from '#payment/charge/server/payments.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { cycleAfter, cycleDate } from '#subscription/record/rules/billing-schedule.ts'
import { termsWhileOwed } from '#subscription/dunning/rules/dunning.ts'
import { remainingAfter } from '#subscription/record/rules/remaining-orders.ts'
import { prepaidTermFrom } from '#subscription/term/rules/prepaid-term.ts'
import { billAddOns, removeAddOns } from '#subscription/record/server/add-on-store.ts'
import { billCycles } from '#subscription/record/server/billing-cycle-store.ts'
import type { BillingQuote } from '#subscription/record/server/billing-cycle-record.ts'
import { publishTermsChange } from '#subscription/record/server/change-events.ts'
import { settleCase } from '#subscription/dunning/server/dunning-cases.ts'
import { deleteParked } from '#subscription/record/server/parked-store.ts'
import { readTerms } from '#subscription/record/server/terms-records.ts'
import { selectChange } from '#subscription/record/server/subscription-change-store.ts'
import { hasExpired } from '#subscription/record/server/subscription-columns.ts'
import type { NextCycle } from '#subscription/record/server/subscription-columns.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { advanceSubscriptions, updateTerms } from '#subscription/record/server/subscription-store.ts'
import type { Advance } from '#subscription/record/server/subscription-store.ts'
import { openPrepaidTerms } from '#subscription/term/server/prepaid-term-store.ts'
import type { StoredPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import type { CycleContext } from './cycle-end.ts'
import { defaultLocale } from '#shared/locale.ts'
import { prepaidTermOfPassed } from './past-order.ts'

const orderLinesOf = (lines: BillingQuote['lines'], subscriptionId: string) =>
  lines.map(({ addOnId, ...line }) => ({
    ...line,
    subscriptionId: addOnId === null ? subscriptionId : null,
  }))

/** A cycle that is billed, with the charge that paid it; null when there was nothing to pay. */
export interface PaidCycle extends CycleContext {
  readonly charge: Charge | null
}

type Mailboxes = Awaited<ReturnType<typeof accountMailboxes>>

const renewalDraft = (
  { tx, cycle, subscription, charge }: PaidCycle,
  mailbox: ReturnType<Mailboxes['get']>,
): OrderDraft => {
  const { address, stock: _, lines, ...quote } = cycle.quote
  return {
    ...quote,
    id: tx.ids.uuid(),
    number: tx.ids.orderNumber(),
    accountId: subscription.accountId,
    kind: 'renewal',
    checkoutId: null,
    billingCycleId: cycle.id,
    chargeId: charge?.id ?? null,
    processor: charge?.processor ?? null,
    email: mailbox?.email ?? '',
    documentLocale: mailbox?.locale ?? defaultLocale,
    shipTo: address,
    card: charge?.card ?? null,
    terms: [],
    ships: shipDates(tx.now, false),
    lines: orderLinesOf(lines, subscription.id),
  }
}

/** Places the orders of paid cycles; returns their ids by cycle. */
const placeRenewalOrders = async (
  tx: Tx,
  paid: readonly PaidCycle[],
): Promise<ReadonlyMap<string, string>> => {
  const mailboxes = await accountMailboxes(
    tx.db,
    paid.map(({ subscription }) => subscription.accountId),
  )
  const drafts = paid.map((one) => renewalDraft(one, mailboxes.get(one.subscription.accountId)))
  await placeOrders(tx, drafts)
  return new Map(paid.map(({ cycle }, at) => [cycle.id, drafts[at]?.id ?? '']))
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

/** The order after the one that is billed; a change made during its charge has moved the subscription on already. */
const advanceOf = (context: CycleContext, subscription: StoredSubscription): Advance => {
  const { cycle } = context
  const { lines, discounts } = cycle.quote
  const own = lines.find(({ addOnId }) => addOnId === null)
  const passed = cycle.passedTerms
  if (passed !== null) {
    const { before, after } = passed
    const endedCode = after.couponCode === null ? before.couponCode : null
    const counted = { code: null, ownItem: own !== undefined, endedCode }
    return { subscription, next: nextOfRow(subscription), counted }
  }
  const code = discounts.find(({ reason }) => reason === 'renewals')?.code ?? null
  const next = {
    ...nextCycle({ ...context, subscription }),
    unitPriceCents: own?.unitPriceCents ?? subscription.unitPriceCents,
    remainingOrders: remainingAfter(subscription.remainingOrders, own !== undefined),
  }
  return { subscription, next, counted: { code, ownItem: own !== undefined, endedCode: null } }
}

/** A change that placed an order at once takes effect when the order is paid. */
const publishRequestedChange = async ({ tx, cycle, subscription }: CycleContext): Promise<void> => {
  const change = cycle.changeId && (await selectChange(tx.db, subscription.id, cycle.changeId))
  if (change) publishTermsChange(tx, subscription, change.id, change.action)
}

/** What only some cycles have: credit, a change that requested it, a case, a cancellation. Returns how it continues. */
const followPayment = async (one: PaidCycle, orderId: string): Promise<Advance> => {
  const { tx, cycle, charge } = one
  await commitCredit(tx, cycle.id, cycle.quote.totals)
  await publishRequestedChange(one)
  // The poller settled it, perhaps because the request could not write the order.
  if (charge !== null && charge.checks > 0) await deleteParked(tx, [cycle.subscriptionId])
  if (cycle.orderCanceledBy !== null) tx.publish({ kind: 'order-cancel-requested', orderId })
  return advanceOf(one, await recoverSubscription(one, charge, orderId))
}

/** One-time items of an order, and those that are dropped when it was the last one. */
const finishAddOns = async ({ tx, cycle }: CycleContext, { subscription, next }: Advance): Promise<void> => {
  const addOns = cycle.quote.lines.flatMap(({ addOnId }) => (addOnId === null ? [] : [addOnId]))
  await billAddOns(tx, addOns, cycle.number)
  if (!hasExpired(subscription, next)) return
  await removeAddOns(tx, cycle.subscriptionId)
  const { id: subscriptionId, accountId } = subscription
  tx.publish({ kind: 'subscription-state-changed', subscriptionId, accountId, state: 'expired' })
}

const sumOfStock = (paid: readonly PaidCycle[]): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const { cycle } of paid)
    for (const [product, quantity] of Object.entries(cycle.quote.stock))
      sums.set(product, (sums.get(product) ?? 0) + quantity)
  return Object.fromEntries(sums)
}

/** In the order of the accounts, as everybody locks their credit. */
const byAccount = (one: PaidCycle, other: PaidCycle): number =>
  one.subscription.accountId < other.subscription.accountId ? -1 : 1

/** Bills cycles of different subscriptions; what all of them write is one statement each. */
export const billAll = async (tx: Tx, paid: readonly PaidCycle[]): Promise<void> => {
  const orderIds = await placeRenewalOrders(tx, paid)
  await billCycles(tx, orderIds)
  const steps: { readonly one: PaidCycle; readonly orderId: string; readonly advance: Advance }[] = []
  for (const one of paid.toSorted(byAccount)) {
    const orderId = orderIds.get(one.cycle.id) ?? ''
    steps.push({ one, orderId, advance: await followPayment(one, orderId) })
  }
  await advanceSubscriptions(
    tx,
    steps.map(({ advance }) => advance),
  )
  // An order without the subscription's own item pays nothing ahead.
  const ahead = steps.filter(({ one }) => one.cycle.quote.lines.some(({ addOnId }) => addOnId === null))
  await openPrepaidTerms(
    tx,
    ahead.map(({ one, orderId, advance }) =>
      prepaidTermOf(one, advance.subscription, advance.next.on, orderId),
    ),
  )
  for (const { one, advance } of steps) await finishAddOns(one, advance)
  // The stock row is shared by everybody, so it is locked last and briefly.
  await takeStockForRenewals(tx, sumOfStock(paid))
}
