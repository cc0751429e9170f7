import type { Stripe } from 'stripe'
import type { Account } from './account.ts'
import { record } from './account.ts'
import { addTransaction } from './balance.ts'

const payoutOf = (account: Account, amount: number, currency: string): Stripe.Payout => ({
  id: account.newId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: account.now(),
  automatic: true,
  balance_transaction: null,
  created: account.now(),
  currency,
  description: 'STRIPE PAYOUT',
  destination: 'ba_1LoamStandIn',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'in_progress',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: null,
  type: 'bank_account',
})

/** Pays out all that is available of a currency, less what was refunded and disputed; it arrives at once. */
export const payOut = (account: Account, currency: string): Stripe.Payout => {
  const entries = [...account.transactions.values()].filter(
    (one) =>
      one.currency === currency &&
      one.available_on <= account.now() &&
      one.type !== 'payout' &&
      !account.paidOut.has(one.id),
  )
  const amount = entries.reduce((sum, one) => sum + one.net, 0)
  if (amount <= 0) throw new Error(`nothing to pay out: ${amount} ${currency}`)
  const payout = payoutOf(account, amount, currency)
  const own = addTransaction(account, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    fee: 0,
    currency,
    source: payout.id,
    description: 'STRIPE PAYOUT',
  })
  payout.balance_transaction = own.id
  for (const one of [...entries, own]) account.paidOut.set(one.id, payout.id)
  account.payouts.set(payout.id, payout)
  record(account, (common) => ({ ...common, type: 'payout.created', data: { object: payout } }))
  payout.status = 'paid'
  record(account, (common) => ({ ...common, type: 'payout.paid', data: { object: payout } }))
  payout.reconciliation_status = 'completed'
  record(account, (common) => ({
    ...common,
    type: 'payout.reconciliation_completed',
    data: { object: payout },
  }))
  return payout
}

/** The bank sends a payout back, days after it was paid: the money is on the balance again, for the next one. */
export const failPayout = (account: Account, payout: Stripe.Payout): void => {
  if (payout.status === 'failed') throw new Error(`${payout.id} has failed before`)
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = addTransaction(account, {
    type: 'payout_failure',
    category: 'payout_reversal',
    amount: payout.amount,
    fee: 0,
    currency: payout.currency,
    source: payout.id,
    description: 'STRIPE PAYOUT FAILURE',
  }).id
  record(account, (common) => ({ ...common, type: 'payout.failed', data: { object: payout } }))
}
