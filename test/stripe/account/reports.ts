import type { Stripe } from 'stripe'
import type { Account, StoredCharge, StoredDispute } from './account.ts'
import { record } from './account.ts'
import { addTransaction } from './balance.ts'
import type { TestCard } from './test-cards.ts'

const disputeFee = 1500
const daysToRespond = 7

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** What a bank reports: in cents, at most what was captured. */
export interface DisputeReport {
  readonly reason: string
  readonly amount?: number
  /** A question before a dispute: no money moves. */
  readonly isInquiry?: boolean
  /** The account has no balance in the currency of the charge: what moves is converted at this rate. */
  readonly settledIn?: { readonly currency: string; readonly rate: number }
}

const disputeOf = (
  account: Account,
  charge: StoredCharge,
  { reason, amount, isInquiry = false }: DisputeReport,
): StoredDispute => ({
  id: account.newId('dp'),
  object: 'dispute',
  amount: amount ?? charge.amount_captured,
  balance_transactions: [],
  charge: charge.id,
  created: account.now(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: account.now() + daysToRespond * 24 * 60 * 60,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: isInquiry,
  livemode: false,
  metadata: {},
  network_reason_code: '10.4',
  payment_intent: charge.payment_intent,
  payment_method_details: {
    type: 'card',
    card: {
      brand: 'visa',
      case_type: isInquiry ? 'inquiry' : 'chargeback',
      network: 'visa',
      network_reason_code: '10.4',
    },
  },
  reason,
  status: isInquiry ? 'warning_needs_response' : 'needs_response',
})

/** How what was taken for a dispute was converted. */
const settlementOf = ({ balance_transactions: [taken] }: StoredDispute): DisputeReport['settledIn'] =>
  taken?.exchange_rate ? { currency: taken.currency, rate: taken.exchange_rate } : undefined

/** Takes the disputed amount and the fee, or gives the amount back; the fee stays with Stripe. */
const moveFunds = (
  account: Account,
  dispute: StoredDispute,
  direction: 'withdrawn' | 'reinstated',
  settledIn: DisputeReport['settledIn'],
): void => {
  const isWithdrawal = direction === 'withdrawn'
  const amount = Math.round(dispute.amount * (settledIn?.rate ?? 1))
  const transaction = addTransaction(account, {
    type: 'adjustment',
    category: isWithdrawal ? 'dispute' : 'dispute_reversal',
    amount: isWithdrawal ? -amount : amount,
    fee: isWithdrawal ? disputeFee : 0,
    feeDescription: 'Dispute fee',
    currency: settledIn?.currency ?? dispute.currency,
    exchangeRate: settledIn?.rate ?? null,
    source: dispute.id,
    description: isWithdrawal
      ? `Chargeback withdrawal for ${dispute.charge}`
      : `Chargeback reversal for ${dispute.charge}`,
  })
  dispute.balance_transactions = [...dispute.balance_transactions, transaction]
}

/** A bank opens a dispute or an inquiry on a charge. */
export const openDispute = (account: Account, charge: StoredCharge, report: DisputeReport): StoredDispute => {
  const dispute = disputeOf(account, charge, report)
  account.disputes.set(dispute.id, dispute)
  charge.disputed = true
  record(account, (common) => ({ ...common, type: 'charge.dispute.created', data: { object: dispute } }))
  if (report.isInquiry) return dispute
  moveFunds(account, dispute, 'withdrawn', report.settledIn)
  record(account, (common) => ({
    ...common,
    type: 'charge.dispute.funds_withdrawn',
    data: { object: dispute },
  }))
  return dispute
}

/** The bank decides, or the shop gives up; an inquiry is closed without a decision. */
export const closeDispute = (account: Account, dispute: StoredDispute, decision: 'won' | 'lost'): void => {
  const previous = dispute.status
  const isInquiry = previous.startsWith('warning_')
  dispute.status = isInquiry ? 'warning_closed' : decision
  dispute.is_charge_refundable = isInquiry
  record(account, (common) => ({
    ...common,
    type: 'charge.dispute.closed',
    data: { object: dispute, previous_attributes: { status: previous } },
  }))
  if (isInquiry || decision === 'lost') return
  moveFunds(account, dispute, 'reinstated', settlementOf(dispute))
  record(account, (common) => ({
    ...common,
    type: 'charge.dispute.funds_reinstated',
    data: { object: dispute },
  }))
}

/** A full refund ends what banks only asked about. */
export const closeInquiries = (account: Account, charge: StoredCharge): void => {
  for (const dispute of account.disputes.values()) {
    const isOpen = ['warning_needs_response', 'warning_under_review'].includes(dispute.status)
    if (isOpen && dispute.charge === charge.id) closeDispute(account, dispute, 'won')
  }
}

/** The issuer suspects fraud; the shop may refund before a dispute follows. */
export const warnOfFraud = (
  account: Account,
  charge: StoredCharge,
  fraudType = 'made_with_stolen_card',
): Stripe.Radar.EarlyFraudWarning => {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: account.newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: account.now(),
    fraud_type: fraudType,
    livemode: false,
    payment_intent: charge.payment_intent,
  }
  account.warnings.set(warning.id, warning)
  record(account, (common) => ({
    ...common,
    type: 'radar.early_fraud_warning.created',
    data: { object: warning },
  }))
  return warning
}

/** What follows, by the test card, for a payment that succeeded. */
export const scheduleAftermath = (
  account: Account,
  charge: StoredCharge,
  aftermath: TestCard['aftermath'],
): void => {
  switch (aftermath) {
    case null:
      return
    case 'dispute':
      account.later.push(() => void openDispute(account, charge, { reason: 'fraudulent' }))
      return
    case 'dispute_not_received':
      account.later.push(() => void openDispute(account, charge, { reason: 'product_not_received' }))
      return
    case 'inquiry':
      account.later.push(() => void openDispute(account, charge, { reason: 'fraudulent', isInquiry: true }))
      return
    case 'fraud_warning':
      account.later.push(() => void warnOfFraud(account, charge))
  }
}
