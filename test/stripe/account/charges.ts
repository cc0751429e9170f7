import type { Stripe } from 'stripe'
import type { Account, StoredCard, StoredCharge, StoredIntent } from './account.ts'
import { record } from './account.ts'
import { addTransaction, feeOf } from './balance.ts'
import type { Decline } from './test-cards.ts'

const outcomeOf = (decline: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: decline?.advice ?? null,
  network_advice_code: null,
  network_decline_code: decline && !decline.isBlocked ? '01' : null,
  network_status: decline
    ? decline.isBlocked
      ? 'not_sent_to_network'
      : 'declined_by_network'
    : 'approved_by_network',
  reason: decline ? (decline.isBlocked ? 'highest_risk_level' : decline.declineCode) : null,
  risk_level: decline?.isBlocked ? 'highest' : 'normal',
  risk_score: decline?.isBlocked ? 90 : 20,
  seller_message: decline
    ? decline.isBlocked
      ? 'Stripe blocked this payment as too risky.'
      : 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: decline ? (decline.isBlocked ? 'blocked' : 'issuer_declined') : 'authorized',
})

const authenticatedResult: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: '00000000-0000-0000-0000-000000000000',
  version: '2.2.0',
}

const cardDetails = (
  { method }: StoredCard,
  amount: number,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: method.card.brand,
  checks: method.card.checks,
  country: method.card.country,
  electronic_commerce_indicator: null,
  exp_month: method.card.exp_month,
  exp_year: method.card.exp_year,
  extended_authorization: { status: 'disabled' },
  fingerprint: method.card.fingerprint ?? null,
  funding: method.card.funding,
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  last4: method.card.last4,
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: method.card.brand,
  network_token: { used: false },
  network_transaction_id: '123456789012345',
  overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
  regulated_status: 'unregulated',
  three_d_secure: isAuthenticated ? authenticatedResult : null,
  transaction_link_id: null,
  wallet: null,
})

interface Attempt {
  readonly stored: StoredCard
  readonly decline: Decline | null
  readonly isCaptured: boolean
  readonly isAuthenticated: boolean
}

/** How every card payment begins. */
const plainCharge = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  receipt_number: null,
  review: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  transfer_data: null,
  amount_refunded: 0,
  calculated_statement_descriptor: 'STAND-IN',
  balance_transaction: null,
  disputed: false,
  livemode: false,
  refunded: false,
} satisfies Partial<StoredCharge>

/** A new charge of the intent's amount, still without its balance transaction. */
export const addCharge = (
  account: Account,
  intent: StoredIntent,
  { stored, decline, isCaptured, isAuthenticated }: Attempt,
): StoredCharge => {
  const charge: StoredCharge = {
    id: account.newId('ch'),
    object: 'charge',
    ...plainCharge,
    amount: intent.amount,
    amount_captured: decline || !isCaptured ? 0 : intent.amount,
    billing_details: stored.method.billing_details,
    captured: !decline && isCaptured,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    metadata: { ...intent.metadata },
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: stored.method.id,
    payment_method_details:
      stored.card.type === 'link'
        ? { type: 'link', link: { country: 'US' } }
        : { type: 'card', card: cardDetails(stored, intent.amount, isAuthenticated) },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_url: decline ? null : 'https://pay.stripe.com/receipts/stand-in',
    shipping: intent.shipping,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_group: intent.transfer_group,
  }
  account.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  return charge
}

/** The balance transaction of what was captured: at once, or later with `charge.updated` (asynchronous capture). */
export const addChargeTransaction = (account: Account, charge: StoredCharge, isLater: boolean): void => {
  const enter = () => {
    charge.balance_transaction = addTransaction(account, {
      type: 'charge',
      category: 'charge',
      amount: charge.amount_captured,
      fee: feeOf(charge.amount_captured),
      currency: charge.currency,
      source: charge.id,
      description: charge.description,
    }).id
  }
  if (!isLater) return enter()
  account.later.push(() => {
    enter()
    record(account, (common) => ({
      ...common,
      type: 'charge.updated',
      data: { object: charge, previous_attributes: { balance_transaction: null } },
    }))
  })
}
