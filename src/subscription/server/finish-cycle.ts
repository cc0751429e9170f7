import { accountById } from '#account/server/accounts.ts'
import { commitCredit, releaseCredit } from '#credit/server/credits.ts'
import { takeStockForRenewals } from '#catalogue/server/plans.ts'
import { shipOn } from '#order/rules/order-terms.ts'
import { placeOrder } from '#order/server/orders.ts'
import { savePaymentMethod } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import type { Cents } from '#shared/money.ts'
import type { Work } from '#platform/world.ts'
import { cycleAfter, cycleDate } from '../rules/billing-date.ts'
import { owedSteering } from '../rules/dunning.ts'
import type { DunningPolicy } from '../rules/dunning.ts'
import { remainingAfter } from '../rules/remaining-orders.ts'
import { termFrom } from '../rules/term.ts'
import { BillingQuote } from './billing-quote.ts'
import { billAddOns, removeAddOns } from './add-on-store.ts'
import { lockCycle, settleCycle, subscriptionIdOf } from './billing-cycle-store.ts'
import type { CycleEnd, Finishing } from './cycle-end.ts'
import { announceSteered } from './change-announcements.ts'
import { settleCase } from './dunning-cases.ts'
import { deleteParked } from './parked-store.ts'
import { refuse, withdrawAsked, withdrawRecovery } from './refused-cycle.ts'
import { readSteering } from './steering-records.ts'
import { selectChange } from './subscription-change-store.ts'
import {
  advanceSubscription,
  lockSubscriptionBy,
  postponeAttempts,
  updateSteering,
} from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { openTerm } from './term-store.ts'
import type { PaidTerm } from './term-store.ts'
import { useWaitingCard } from './waiting-card.ts'

const orderLinesOf = (quote: BillingQuote, subscriptionId: string) =>
  quote.lines.map(({ addOnId, ...line }) => ({
    ...line,
    subscriptionId: addOnId === null ? subscriptionId : null,
  }))

const placeRenewalOrder = async (finishing: Finishing, charge: Charge | null): Promise<string> => {
  const { work, cycle, subscription } = finishing
  const quote = BillingQuote.parse(cycle.quote)
  const account = await accountById(work.db, subscription.account_id)
  const id = work.ids.uuid()
  await placeOrder(work, {
    id,
    number: work.ids.orderNumber(),
    accountId: subscription.account_id,
    kind: 'renewal',
    checkoutId: null,
    billingCycleId: cycle.id,
    chargeId: charge?.id ?? null,
    processor: charge?.processor ?? null,
    email: account?.email ?? '',
    currency: quote.currency,
    subtotalCents: quote.subtotalCents,
    discountCents: quote.discountCents,
    shippingCents: quote.shipping.cents,
    taxCents: quote.taxCents,
    taxPercent: quote.taxPercent,
    totalCents: quote.totalCents,
    creditCents: quote.creditCents,
    shippingMethod: { code: quote.shipping.code, label: quote.shipping.label },
    discounts: quote.discounts,
    shipTo: quote.address,
    card: charge?.card ?? null,
    terms: [],
    shipOn: shipOn(work.today, false),
    lines: orderLinesOf(quote, subscription.id),
  })
  return id
}

/** The next date counted from the anchor that lies in the future: missed dates are not made up for (decision 003). */
const nextCycle = ({ work, cycle, subscription }: Finishing) => {
  const rhythm = {
    anchorOn: Temporal.PlainDate.from(subscription.anchor_on),
    intervalMonths: subscription.interval_months,
    startCycle: subscription.start_cycle,
    startMonths: subscription.start_months,
  }
  const number = Math.max(cycle.number + 1, cycleAfter(rhythm, work.today))
  return { cycle: number, on: cycleDate(rhythm, number) }
}

/**
 * The subscription for which a paid cycle moves on. A case that still asked for a card is over: what had ended is active
 * again, and the card that paid is its card from now on.
 */
const revived = async (
  finishing: Finishing,
  charge: Charge | null,
  orderId: string,
): Promise<SubscriptionRow> => {
  const { work, cycle, subscription } = finishing
  // Nothing was refused before a first attempt.
  const mended = cycle.attempts > 1 ? await settleCase(work, cycle, subscription, charge) : null
  if (mended !== null) {
    const { id: subscriptionId, account_id: accountId } = subscription
    work.announce({ kind: 'renewal-recovered', subscriptionId, accountId, orderId })
  }
  if (mended === null || mended.state === 'closed') return subscription
  const paidBy =
    charge && cycle.recovery_case_id !== null
      ? await savePaymentMethod(work, subscription.account_id, charge)
      : null
  if (mended.state === 'open' && paidBy === null) return subscription
  const steering = await readSteering(work.db, subscription)
  const paymentMethodId = paidBy ?? steering.paymentMethodId
  const after = { ...owedSteering(steering, mended, work.now, work.today), paymentMethodId }
  return updateSteering(work, subscription, after)
}

const paidTerm = (
  { work, cycle }: Finishing,
  subscription: SubscriptionRow,
  nextOn: Temporal.PlainDate,
  orderId: string,
): PaidTerm => ({
  ...termFrom(work.today, nextOn, { cycle: cycle.number, months: subscription.interval_months }),
  subscriptionId: subscription.id,
  accountId: subscription.account_id,
  orderId,
})

/** A change that was asked for with an order at once holds now that the order is paid. */
const announceAsked = async ({ work, cycle, subscription }: Finishing): Promise<void> => {
  const change = cycle.change_id && (await selectChange(work.db, subscription.id, cycle.change_id))
  if (change) announceSteered(work, subscription, change.id, change.action)
}

const creditIn = (cycle: Finishing['cycle']): Cents => BillingQuote.parse(cycle.quote).creditCents

const bill = async (finishing: Finishing, charge: Charge | null): Promise<CycleEnd> => {
  const { work, cycle } = finishing
  const orderId = await placeRenewalOrder(finishing, charge)
  if (creditIn(cycle) > 0) await commitCredit(work, cycle.id)
  await settleCycle(work, cycle.id, { state: 'billed', orderId })
  await announceAsked(finishing)
  // The poller has come to it: perhaps because whoever asked could not write the order down.
  if (charge !== null && charge.checks > 0) await deleteParked(work, [cycle.subscription_id])
  if (cycle.taken_back_by !== null) work.announce({ kind: 'order-taken-back', orderId })
  const subscription = await revived(finishing, charge, orderId)
  const { lines, stock, discounts } = BillingQuote.parse(cycle.quote)
  const counted = discounts.find(({ reason }) => reason === 'renewals')?.code ?? null
  const own = lines.find(({ addOnId }) => addOnId === null)
  const unitPriceCents = own?.unitPriceCents ?? subscription.unit_price_cents
  const next = nextCycle({ ...finishing, subscription })
  const remainingOrders = remainingAfter(subscription.remaining_orders, own !== undefined)
  const hasEnded = await advanceSubscription(
    work,
    subscription,
    { ...next, unitPriceCents, remainingOrders },
    { code: counted, ownItem: own !== undefined },
  )
  // An order without the subscription's own item pays nothing ahead.
  if (own) await openTerm(work, paidTerm(finishing, subscription, next.on, orderId))
  const addOns = lines.flatMap(({ addOnId }) => (addOnId === null ? [] : [addOnId]))
  await billAddOns(work, addOns, cycle.number)
  if (hasEnded) await removeAddOns(work, cycle.subscription_id)
  // The shelf is everybody's row, so it is touched last and held shortest.
  await takeStockForRenewals(work, stock)
  return 'billed'
}

/** The charge of a cycle came to nothing. */
const refused = (policy: DunningPolicy, finishing: Finishing, charge: Charge): Promise<CycleEnd> | null => {
  if (charge.state !== 'declined' && charge.state !== 'void') return null
  const { change_id: changeId, recovery_case_id: caseId } = finishing.cycle
  if (changeId !== null) return withdrawAsked(finishing, changeId, charge)
  if (caseId !== null) return withdrawRecovery(finishing, caseId, charge)
  return charge.state === 'declined' ? refuse(policy, finishing, charge) : null
}

const finish = async (policy: DunningPolicy, finishing: Finishing, charge: Charge): Promise<CycleEnd> => {
  const { work, cycle, subscription } = finishing
  const isOver = charge.state === 'declined' || charge.state === 'void'
  if (isOver && creditIn(cycle) > 0) await releaseCredit(work, cycle.id)
  const end = refused(policy, finishing, charge)
  if (end !== null) return end
  if (charge.state === 'succeeded') return bill(finishing, charge)
  if (charge.state === 'void') {
    await settleCycle(work, cycle.id, { state: 'declined' })
    await postponeAttempts(work, [subscription.id], work.today)
    return 'reopened'
  }
  // Also a bank's question to nobody: the janitor ends it at the processor before anything else is decided.
  await settleCycle(work, cycle.id, { state: 'unknown' })
  return 'pending'
}

const openCycleOf = async (work: Work, cycleId: string): Promise<Finishing | null> => {
  const subscription = await lockSubscriptionBy(work, subscriptionIdOf(work.db, cycleId))
  const cycle = await lockCycle(work, cycleId)
  if (!subscription || !cycle || (cycle.state !== 'charging' && cycle.state !== 'unknown')) return null
  return { work, cycle, subscription }
}

/**
 * Whether a charge still decides about its cycle: an attempt that was given up is answered late, and by then the next
 * one is on its way. Money that was taken always counts.
 */
const decides = ({ attempt, state }: Charge, { attempts }: Finishing['cycle']): boolean =>
  attempt === attempts || state === 'succeeded'

/**
 * Moves a cycle on by the state of its charge, in the transaction that recorded it; a cycle that is settled stays as
 * it is, so janitor, webhook and worker may all come.
 */
export const finishCycle = async (policy: DunningPolicy, work: Work, charge: Charge): Promise<CycleEnd> => {
  const finishing = await openCycleOf(work, charge.purposeId)
  if (!finishing || !decides(charge, finishing.cycle)) return 'settled-before'
  const end = await finish(policy, finishing, charge)
  if (end !== 'pending') await useWaitingCard(work, finishing.subscription)
  return end
}

/** A cycle without anything to pay is billed as it stands. */
export const finishFreeCycle = async (work: Work, cycleId: string): Promise<CycleEnd> => {
  const finishing = await openCycleOf(work, cycleId)
  return finishing ? bill(finishing, null) : 'settled-before'
}
