import type { Stripe } from 'stripe'
import type { BalancePort, BalanceRecord, PayoutRecord } from './balance-port.ts'
import { idOf, within } from './stripe-records.ts'
import type { StripeRecordDeps } from './stripe-records.ts'
import { centsOfStripe } from '#shared/stripe-amount.ts'

const kindsByType: ReadonlyMap<string, BalanceRecord['kind']> = new Map([
  ['charge', 'charge'],
  ['payment', 'charge'],
  ['refund', 'refund'],
  ['payment_refund', 'refund'],
  ['refund_failure', 'refund-failure'],
  ['payment_failure_refund', 'refund-failure'],
  ['payout', 'payout'],
  ['payout_failure', 'payout-failure'],
  ['payout_cancel', 'payout-failure'],
  ['stripe_fee', 'fee'],
  ['stripe_fx_fee', 'fee'],
  ['tax_fee', 'fee'],
])

const kindOf = ({ type, reporting_category }: Stripe.BalanceTransaction): BalanceRecord['kind'] =>
  reporting_category.startsWith('dispute') ? 'dispute' : (kindsByType.get(type) ?? 'other')

/** The intent of the charge or the refund that a transaction is about. */
const intentOf = ({ source }: Stripe.BalanceTransaction): string | null =>
  source !== null && typeof source === 'object' && (source.object === 'charge' || source.object === 'refund')
    ? idOf(source.payment_intent)
    : null

const instantOf = (seconds: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)

const recordOf = (transaction: Stripe.BalanceTransaction): BalanceRecord => ({
  entry: transaction.id,
  kind: kindOf(transaction),
  amountCents: centsOfStripe(transaction.amount, transaction.currency),
  feeCents: centsOfStripe(transaction.fee, transaction.currency),
  currency: transaction.currency.toUpperCase(),
  processorCharge: intentOf(transaction),
  at: instantOf(transaction.created),
})

const stateOf = ({ status }: Stripe.Payout): PayoutRecord['state'] => {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** The balance of the port. */
export const stripeBalance = ({ stripe }: Pick<StripeRecordDeps, 'stripe'>): BalancePort => ({
  entries: async function* (period) {
    const listing = { ...within(period), expand: ['data.source'] }
    for await (const transaction of stripe.balanceTransactions.list(listing)) yield recordOf(transaction)
  },
  payouts: async function* (period) {
    for await (const payout of stripe.payouts.list(within(period)))
      yield {
        processorPayout: payout.id,
        amountCents: centsOfStripe(payout.amount, payout.currency),
        currency: payout.currency.toUpperCase(),
        state: stateOf(payout),
        at: instantOf(payout.created),
      }
  },
  partsOf: async function* (payout) {
    const listing = { payout, limit: 100, expand: ['data.source'] }
    for await (const transaction of stripe.balanceTransactions.list(listing))
      if (kindOf(transaction) !== 'payout') yield recordOf(transaction)
  },
})
