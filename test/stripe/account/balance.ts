import type { Stripe } from 'stripe'
import type { Account, StoredTransaction } from './account.ts'

const day = 24 * 60 * 60

interface Entry {
  readonly type: 'adjustment' | 'charge' | 'payout' | 'payout_failure' | 'refund' | 'refund_failure'
  readonly category: string
  readonly amount: number
  readonly fee: number
  readonly feeDescription?: string
  readonly currency: string
  /** From the currency of what moved to this one. */
  readonly exchangeRate?: number | null
  readonly source: string
  readonly description: string | null
}

/** Stripe's published price of a card payment in the United States: 2.9% + 30 cents, rounded half up. */
export const feeOf = (amount: number): number => Math.round((amount * 29) / 1000) + 30

/** A balance transaction of an amount and Stripe's fee, both in cents; what leaves the balance is negative. */
export const addTransaction = (account: Account, entry: Entry): StoredTransaction => {
  const { amount, fee, currency } = entry
  const details: Stripe.BalanceTransaction.FeeDetail[] =
    fee === 0
      ? []
      : [
          {
            amount: fee,
            application: null,
            currency,
            description: entry.feeDescription ?? 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
  const transaction: StoredTransaction = {
    id: account.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: account.now() + (entry.type === 'charge' ? 2 * day : 0),
    balance_type: 'payments',
    created: account.now(),
    currency,
    description: entry.description,
    exchange_rate: entry.exchangeRate ?? null,
    fee,
    fee_details: details,
    net: amount - fee,
    reporting_category: entry.category,
    source: entry.source,
    status: entry.type === 'charge' ? 'pending' : 'available',
    type: entry.type,
  }
  account.transactions.set(transaction.id, transaction)
  return transaction
}

/** As it stands now: money of a charge becomes available with time. */
export const transactionNow = (account: Account, transaction: StoredTransaction): StoredTransaction => ({
  ...transaction,
  status: transaction.available_on <= account.now() ? 'available' : 'pending',
})
