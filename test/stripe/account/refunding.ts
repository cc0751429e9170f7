import type { Stripe } from 'stripe'
import { StripeFault } from '../wire/stripe-fault.ts'
import type { Account, StoredCharge, StoredRefund } from './account.ts'
import { record } from './account.ts'
import { addTransaction } from './balance.ts'
import { closeInquiries } from './reports.ts'

export interface RefundRequest {
  /** In cents; without it, all that is left. */
  readonly amount?: number
  readonly reason: Stripe.Refund.Reason | null
  readonly metadata: Stripe.Metadata
}

const money = (amount: number, currency: string): string =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

const assertRefundable = (account: Account, charge: StoredCharge, amount: number): void => {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status !== 'succeeded' || !charge.captured)
    throw StripeFault.invalid(`Charge ${charge.id} is not in a state that can be refunded.`, {
      code: 'charge_not_refundable',
    })
  if (charge.refunded)
    throw StripeFault.invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const isChargedBack = [...account.disputes.values()].some(
    (one) => one.charge === charge.id && !one.is_charge_refundable && one.status !== 'won',
  )
  if (isChargedBack)
    throw StripeFault.invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (amount < 1)
    throw StripeFault.invalid('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount > left)
    throw StripeFault.invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      { param: 'amount' },
    )
}

const settle = (account: Account, refund: StoredRefund): void => {
  refund.status = 'succeeded'
  delete refund.pending_reason
  record(account, (common) => ({
    ...common,
    type: 'refund.updated',
    data: { object: refund, previous_attributes: { status: 'pending' } },
  }))
  record(account, (common) => ({
    ...common,
    type: 'charge.refund.updated',
    data: { object: refund, previous_attributes: { status: 'pending' } },
  }))
}

/** The bank sends the money back: it is on Stripe's balance again, and the charge counts as not refunded so far. */
export const failRefund = (account: Account, refund: StoredRefund, reason = 'lost_or_stolen_card'): void => {
  const charge = account.charges.get(refund.charge)
  const previous = refund.status
  if (!charge || previous === 'failed') throw new Error(`${refund.id} cannot fail`)
  const { amount, currency } = refund
  refund.status = 'failed'
  refund.failure_reason = reason
  delete refund.pending_reason
  refund.failure_balance_transaction = addTransaction(account, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount,
    fee: 0,
    currency,
    source: refund.id,
    description: `REFUND FAILURE FOR CHARGE (${charge.id})`,
  }).id
  charge.amount_refunded -= amount
  charge.refunded = false
  record(account, (common) => ({ ...common, type: 'refund.failed', data: { object: refund } }))
  record(account, (common) => ({
    ...common,
    type: 'refund.updated',
    data: { object: refund, previous_attributes: { status: previous } },
  }))
  record(account, (common) => ({
    ...common,
    type: 'charge.refund.updated',
    data: { object: refund, previous_attributes: { status: previous } },
  }))
}

const scheduleOutcome = (account: Account, refund: StoredRefund, charge: StoredCharge): void => {
  const behavior = account.cards.get(charge.payment_method)?.card.refund ?? 'succeeds'
  switch (behavior) {
    case 'succeeds':
      return
    case 'pending_first':
      refund.status = 'pending'
      refund.pending_reason = 'processing'
      account.later.push(() => settle(account, refund))
      return
    case 'fails_later':
      account.later.push(() => failRefund(account, refund))
  }
}

const refundOf = (
  account: Account,
  charge: StoredCharge,
  amount: number,
  { reason, metadata }: RefundRequest,
): StoredRefund => ({
  id: account.newId('re'),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: charge.id,
  created: account.now(),
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  destination_details: {
    type: 'card',
    card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
  },
  metadata,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})

/** Gives money back; what the bank says of it may come later. */
export const refundCharge = (
  account: Account,
  charge: StoredCharge,
  { amount, reason, metadata }: RefundRequest,
): StoredRefund => {
  const wanted = amount ?? charge.amount_captured - charge.amount_refunded
  assertRefundable(account, charge, wanted)
  const refund = refundOf(account, charge, wanted, { reason, metadata })
  scheduleOutcome(account, refund, charge)
  refund.balance_transaction = addTransaction(account, {
    type: 'refund',
    category: 'refund',
    amount: -wanted,
    fee: 0,
    currency: charge.currency,
    source: refund.id,
    description: `REFUND FOR CHARGE (${charge.description ?? charge.id})`,
  }).id
  account.refunds.set(refund.id, refund)
  const before = charge.amount_refunded
  charge.amount_refunded += wanted
  charge.refunded = charge.amount_refunded === charge.amount_captured
  record(account, (common) => ({ ...common, type: 'refund.created', data: { object: refund } }))
  record(account, (common) => ({
    ...common,
    type: 'charge.refunded',
    data: { object: charge, previous_attributes: { amount_refunded: before } },
  }))
  if (charge.refunded) closeInquiries(account, charge)
  return refund
}
