import type { Stripe } from 'stripe'
import { stripeApiVersion } from '../api-version.ts'
import { testRegistrations } from './taxing.ts'
import type { TaxRegistrations } from './taxing.ts'
import type { TestCard } from './test-cards.ts'

/** The clock that a caller injects; Loam's own fits. */
export interface StripeClock {
  readonly now: () => Temporal.Instant
}

export interface StoredCustomer extends Stripe.Customer {
  email: string | null
}

export interface StoredPaymentMethod extends Stripe.PaymentMethod {
  card: Stripe.PaymentMethod.Card
  customer: string | null
}

export interface StoredCard {
  readonly method: StoredPaymentMethod
  readonly card: TestCard
  /** Used without a customer, or detached: it can never be used again. */
  isSpent: boolean
  /** The buyer agreed to off-session charges, authenticated where the bank asked for it. */
  isSetUp: boolean
}

export interface StoredIntent extends Stripe.PaymentIntent {
  customer: string | null
  payment_method: string | null
  latest_charge: string | null
}

export interface StoredSetup extends Stripe.SetupIntent {
  customer: string | null
  payment_method: string | null
}

export interface StoredCharge extends Stripe.Charge {
  payment_intent: string
  payment_method: string
  customer: string | null
  balance_transaction: string | null
}

export interface StoredRefund extends Stripe.Refund {
  charge: string
  payment_intent: string
  balance_transaction: string | null
}

export interface StoredDispute extends Stripe.Dispute {
  charge: string
  payment_intent: string
}

export interface StoredTransaction extends Stripe.BalanceTransaction {
  source: string
}

/** A calculation with all of its breakdown, whatever of it was asked for. */
export interface StoredCalculation {
  readonly calculation: Stripe.Tax.Calculation
  readonly items: readonly Stripe.Tax.CalculationLineItem[]
  readonly shipping: Stripe.Tax.Calculation.ShippingCost | null
}

export interface StoredTaxTransaction {
  readonly transaction: Stripe.Tax.Transaction
  readonly items: readonly Stripe.Tax.TransactionLineItem[]
}

/** What a payment goes on with once the buyer has authenticated. */
export interface Challenge {
  readonly cardId: string
  readonly resume: () => void
}

interface Request {
  readonly id: string
  readonly idempotencyKey: string | null
}

interface Common {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: Stripe.Event.Request | null
}

/** One Stripe account in test mode: everything that it has stored. */
export interface Account {
  /** Seconds since 1970. */
  readonly now: () => number
  readonly newId: (prefix: string) => string
  readonly customers: Map<string, StoredCustomer>
  readonly deletedCustomers: Set<string>
  readonly cards: Map<string, StoredCard>
  readonly tokens: Map<string, Stripe.ConfirmationToken>
  readonly tokenCards: Map<string, TestCard>
  readonly intents: Map<string, StoredIntent>
  readonly setups: Map<string, StoredSetup>
  readonly challenges: Map<string, Challenge>
  readonly charges: Map<string, StoredCharge>
  readonly refunds: Map<string, StoredRefund>
  readonly disputes: Map<string, StoredDispute>
  readonly warnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  readonly files: Map<string, Stripe.File>
  readonly transactions: Map<string, StoredTransaction>
  readonly payouts: Map<string, Stripe.Payout>
  /** The payout that a balance transaction is part of. */
  readonly paidOut: Map<string, string>
  /** Where the account is registered for taxes. */
  readonly registrations: TaxRegistrations
  readonly calculations: Map<string, StoredCalculation>
  readonly taxTransactions: Map<string, StoredTaxTransaction>
  readonly domains: Map<string, Stripe.PaymentMethodDomain>
  readonly events: Map<string, Stripe.Event>
  /** What Stripe does later of itself, in this order. */
  readonly later: (() => void)[]
  /** The request that is being served; null when Stripe or the dashboard acts. */
  request: Request | null
}

export const createAccount = (clock: StripeClock): Account => {
  let count = 0
  return {
    now: () => Math.floor(clock.now().epochMilliseconds / 1000),
    newId: (prefix) => `${prefix}_1Loam${String((count += 1)).padStart(10, '0')}`,
    customers: new Map(),
    deletedCustomers: new Set(),
    cards: new Map(),
    tokens: new Map(),
    tokenCards: new Map(),
    intents: new Map(),
    setups: new Map(),
    challenges: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    warnings: new Map(),
    files: new Map(),
    transactions: new Map(),
    payouts: new Map(),
    paidOut: new Map(),
    registrations: testRegistrations(),
    calculations: new Map(),
    taxTransactions: new Map(),
    domains: new Map(),
    events: new Map(),
    later: [],
    request: null,
  }
}

/** Records what happened, with the objects as they are at this moment. */
export const record = (account: Account, describe: (common: Common) => Stripe.Event): void => {
  const { request } = account
  const event = describe({
    id: account.newId('evt'),
    object: 'event',
    api_version: stripeApiVersion,
    created: account.now(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
  })
  account.events.set(event.id, structuredClone(event))
}
