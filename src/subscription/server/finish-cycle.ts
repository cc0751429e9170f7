import { accountById } from '#account/server/accounts.ts'
import { takeStockForRenewals } from '#catalogue/server/plans.ts'
import { shipOn } from '#order/rules/order-terms.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { DeclineKind } from '#payment/rules/charge-state.ts'
import type { Charge } from '#payment/server/payments.ts'
import type { Work } from '#platform/world.ts'
import { cycleAfter, cycleDate } from '../rules/billing-date.ts'
import { afterDecline } from '../rules/renewal.ts'
import { BillingQuote } from './billing-quote.ts'
import { lockCycle, settleCycle } from './billing-cycle-store.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import {
  advanceSubscription,
  failSubscription,
  lockSubscription,
  postponeAttempts,
} from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What became of a cycle; `pending` waits for the janitor, `reopened` was never charged and is due again. */
export type CycleEnd = 'billed' | 'declined' | 'failed' | 'pending' | 'reopened' | 'settled-before'

interface Finishing {
  readonly work: Work
  readonly cycle: BillingCycleRow
  readonly subscription: SubscriptionRow
}

interface Payment {
  /** Null when there was nothing to pay. */
  readonly chargeId: string | null
  readonly card: { readonly brand: string; readonly last4: string } | null
}

const orderLineOf = (quote: BillingQuote, subscriptionId: string) => ({
  planCode: quote.planCode,
  name: quote.name,
  quantity: quote.quantity,
  unitPriceCents: quote.unitPriceCents,
  discountCents: quote.discountCents,
  taxCents: quote.lineTaxCents,
  subscriptionId,
})

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
    chargeId: payment.chargeId,
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
    card: payment.card,
    terms: [],
    shipOn: shipOn(work.today, false),
    lines: [orderLineOf(quote, subscription.id)],
  })
  return id
}

/** The next date counted from the anchor that lies in the future: missed dates are not made up for (decision 003). */
const nextCycle = ({ work, cycle, subscription }: Finishing) => {
  const rhythm = {
    anchorOn: Temporal.PlainDate.from(subscription.anchor_on),
    intervalMonths: subscription.interval_months,
  }
  const number = Math.max(cycle.number + 1, cycleAfter(rhythm, work.today))
  return { cycle: number, on: cycleDate(rhythm, number) }
}

const bill = async (finishing: Finishing, payment: Payment): Promise<CycleEnd> => {
  const { work, cycle, subscription } = finishing
  const orderId = await placeRenewalOrder(finishing, payment)
  await settleCycle(work, cycle.id, { state: 'billed', orderId })
  await advanceSubscription(work, subscription.id, nextCycle(finishing))
  // The shelf is everybody's row, so it is touched last and held shortest.
  const { product, units } = BillingQuote.parse(cycle.quote).stock
  await takeStockForRenewals(work, { [product]: units })
  return 'billed'
}

const decline = async ({ work, cycle, subscription }: Finishing, kind: DeclineKind): Promise<CycleEnd> => {
  const next = afterDecline(kind, cycle.attempts, work.today)
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
  switch (charge.state) {
    case 'succeeded':
      return bill(finishing, { chargeId: charge.id, card: charge.card })
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
  return finishing ? bill(finishing, { chargeId: null, card: null }) : 'settled-before'
}
