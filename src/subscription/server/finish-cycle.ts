import { accountById } from '#account/server/accounts.ts'
import { takeStockForRenewals } from '#catalogue/server/plans.ts'
import { shipOn } from '#order/rules/order-terms.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { DeclineKind } from '#payment/rules/charge-state.ts'
import type { Charge } from '#payment/server/payments.ts'
import type { Work } from '#platform/world.ts'
import { cycleAfter, cycleDate } from '../rules/billing-date.ts'
import { afterDecline } from '../rules/renewal.ts'
import { Steering } from '../rules/steering.ts'
import { BillingQuote } from './billing-quote.ts'
import { billAddOns } from './add-on-store.ts'
import { lockCycle, refuseAskedCycle, settleCycle } from './billing-cycle-store.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import { markUndone, selectChange } from './subscription-change-store.ts'
import { writeSteering } from './steering-records.ts'
import {
  advanceSubscription,
  failSubscription,
  lockSubscription,
  postponeAttempts,
} from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/**
 * What became of a cycle; `pending` waits for the janitor, `reopened` was never charged and is due again;
 * `withdrawn` was asked for at once and refused.
 */
export type CycleEnd =
  | 'billed'
  | 'declined'
  | 'failed'
  | 'pending'
  | 'reopened'
  | 'withdrawn'
  | 'settled-before'

interface Finishing {
  readonly work: Work
  readonly cycle: BillingCycleRow
  readonly subscription: SubscriptionRow
}

interface Payment {
  /** Null when there was nothing to pay. */
  readonly charge: Charge | null
}

const orderLinesOf = (quote: BillingQuote, subscriptionId: string) =>
  quote.lines.map(({ addOnId, ...line }) => ({
    ...line,
    subscriptionId: addOnId === null ? subscriptionId : null,
  }))

const placeRenewalOrder = async (finishing: Finishing, payment: Payment): Promise<string> => {
  const { work, cycle, subscription } = finishing
  const quote = BillingQuote.parse(cycle.quote)
  const account = await accountById(work.db, subscription.account_id)
  const id = work.ids.uuid()
  await placeOrder(work, {
    id,
    accountId: subscription.account_id,
    kind: 'renewal',
    checkoutId: null,
    billingCycleId: cycle.id,
    chargeId: payment.charge?.id ?? null,
    processor: payment.charge?.processor ?? null,
    email: account?.email ?? '',
    currency: quote.currency,
    subtotalCents: quote.subtotalCents,
    discountCents: quote.discountCents,
    shippingCents: quote.shipping.cents,
    taxCents: quote.taxCents,
    totalCents: quote.totalCents,
    shippingMethod: { code: quote.shipping.code, label: quote.shipping.label },
    discounts: quote.discounts,
    shipTo: quote.address,
    card: payment.charge?.card ?? null,
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

const bill = async (finishing: Finishing, payment: Payment): Promise<CycleEnd> => {
  const { work, cycle, subscription } = finishing
  const orderId = await placeRenewalOrder(finishing, payment)
  await settleCycle(work, cycle.id, { state: 'billed', orderId })
  await advanceSubscription(work, subscription.id, nextCycle(finishing))
  const { lines, stock } = BillingQuote.parse(cycle.quote)
  const addOns = lines.flatMap(({ addOnId }) => (addOnId === null ? [] : [addOnId]))
  await billAddOns(work, addOns, cycle.number)
  // The shelf is everybody's row, so it is touched last and held shortest.
  await takeStockForRenewals(work, stock)
  return 'billed'
}

/**
 * The order that the member asked for at once was refused: the subscription goes back to what it was before, unless it
 * was changed since. Whoever asked is told; no mail, no step of the schedule of attempts.
 */
const withdraw = async ({ work, cycle, subscription }: Finishing, changeId: string): Promise<CycleEnd> => {
  await refuseAskedCycle(work, cycle.id)
  const change = await selectChange(work.db, subscription.id, changeId)
  if (!change) throw new Error(`cycle ${cycle.id} was asked for by a change that is not there`)
  await markUndone(work, changeId)
  if (change.version === subscription.version)
    await writeSteering(work, subscription, Steering.parse(change.after), Steering.parse(change.before))
  return 'withdrawn'
}

const decline = async ({ work, cycle, subscription }: Finishing, kind: DeclineKind): Promise<CycleEnd> => {
  const next = afterDecline(kind, cycle.attempts - cycle.asked_attempts, work.today)
  const { id, account_id: accountId } = subscription
  work.announce({ kind: 'renewal-declined', subscriptionId: id, accountId, cycle: cycle.number })
  if (next.kind === 'failed') {
    await settleCycle(work, cycle.id, { state: 'failed' })
    await failSubscription(work, id)
    return 'failed'
  }
  await settleCycle(work, cycle.id, { state: 'declined' })
  await postponeAttempts(work, [id], next.on)
  return 'declined'
}

const finish = async (finishing: Finishing, charge: Charge): Promise<CycleEnd> => {
  const { work, cycle, subscription } = finishing
  const asked = cycle.change_id
  if (asked !== null && (charge.state === 'declined' || charge.state === 'void'))
    return withdraw(finishing, asked)
  switch (charge.state) {
    case 'succeeded':
      return bill(finishing, { charge })
    case 'declined':
      return decline(finishing, charge.decline?.kind ?? 'soft')
    case 'void':
      await settleCycle(work, cycle.id, { state: 'declined' })
      await postponeAttempts(work, [subscription.id], work.today)
      return 'reopened'
    // A bank's question to nobody: the janitor ends it at the processor before anything else is decided.
    case 'challenge':
    case 'intended':
    case 'unknown':
      await settleCycle(work, cycle.id, { state: 'unknown' })
      return 'pending'
    default:
      return charge.state satisfies never
  }
}

const openCycleOf = async (work: Work, cycleId: string): Promise<Finishing | null> => {
  const cycle = await lockCycle(work, cycleId)
  if (!cycle || (cycle.state !== 'charging' && cycle.state !== 'unknown')) return null
  return { work, cycle, subscription: await lockSubscription(work, cycle.subscription_id) }
}

/**
 * Moves a cycle on by the state of its charge, in the transaction that recorded it; a cycle that is settled stays as
 * it is, so janitor, webhook and worker may all come.
 */
export const finishCycle = async (work: Work, charge: Charge): Promise<CycleEnd> => {
  const finishing = await openCycleOf(work, charge.purposeId)
  return finishing ? finish(finishing, charge) : 'settled-before'
}

/** A cycle without anything to pay is billed as it stands. */
export const finishFreeCycle = async (work: Work, cycleId: string): Promise<CycleEnd> => {
  const finishing = await openCycleOf(work, cycleId)
  return finishing ? bill(finishing, { charge: null }) : 'settled-before'
}
