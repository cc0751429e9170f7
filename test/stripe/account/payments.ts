import { StripeFault } from '../wire/stripe-fault.ts'
import type { Account, StoredCard, StoredIntent } from './account.ts'
import { record } from './account.ts'
import { addCharge, addChargeTransaction } from './charges.ts'
import { attachCard } from './payment-methods.ts'
import { scheduleAftermath } from './reports.ts'
import { authenticationRequired } from './test-cards.ts'
import type { Decline } from './test-cards.ts'

/** How a payment or a setup is confirmed. */
export interface Confirmation {
  readonly isOffSession: boolean
  readonly failsOnAction: boolean
  readonly returnUrl: string | null
  readonly usesSdk: boolean
  readonly requests3ds: boolean
}

const copyOf = (intent: StoredIntent): StoredIntent => structuredClone(intent)

/** Whether the bank asks for the buyer in this payment. */
export const needsBuyer = (
  { card, isSetUp }: StoredCard,
  { isOffSession, requests3ds }: Confirmation,
): boolean => {
  switch (card.authentication) {
    case 'never':
      return false
    case 'always':
      return true
    case 'unless_set_up':
      return !(isOffSession && isSetUp)
    case 'on_session':
      return !isOffSession
    case 'if_requested':
      return requests3ds
  }
}

/** What the page has to do: Stripe.js' `handleNextAction`, or a redirect where the caller handles those itself. */
export const nextActionOf = (id: string, { returnUrl, usesSdk }: Confirmation) =>
  returnUrl !== null && !usesSdk
    ? {
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: returnUrl,
          url: `https://hooks.stripe.com/redirect/authenticate/${id}`,
        },
      }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          stripe_js: `https://hooks.stripe.com/redirect/authenticate/${id}`,
        },
      }

const unsettle = (account: Account, intent: StoredIntent): void => {
  account.challenges.delete(intent.id)
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  record(account, (common) => ({
    ...common,
    type: 'payment_intent.payment_failed',
    data: { object: intent },
  }))
}

/** The bank or Stripe refuses: a failed charge, and the intent waits for another card. */
const refuse = (
  account: Account,
  intent: StoredIntent,
  stored: StoredCard,
  decline: Decline,
  isAuthenticated: boolean,
): StripeFault => {
  const charge = addCharge(account, intent, { stored, decline, isCaptured: false, isAuthenticated })
  record(account, (common) => ({ ...common, type: 'charge.failed', data: { object: charge } }))
  const details = {
    code: decline.code,
    decline_code: decline.declineCode,
    charge: charge.id,
    ...(decline.advice ? { advice_code: decline.advice } : {}),
    payment_method: structuredClone(stored.method),
  }
  intent.last_payment_error = {
    type: 'card_error',
    message: decline.message,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    ...details,
  }
  unsettle(account, intent)
  return StripeFault.declined(decline.message, { ...details, payment_intent: copyOf(intent) })
}

/** A single-use card is used up; one that is saved becomes the customer's. */
const saveCard = (
  account: Account,
  intent: StoredIntent,
  stored: StoredCard,
  isAuthenticated: boolean,
): void => {
  if (
    intent.setup_future_usage === 'off_session' &&
    (isAuthenticated || stored.card.authentication !== 'unless_set_up')
  )
    stored.isSetUp = true
  if (stored.method.customer !== null) return
  if (intent.setup_future_usage !== null && intent.customer !== null)
    attachCard(account, stored, intent.customer)
  else if (intent.setup_future_usage === null) stored.isSpent = true
}

const hold = (account: Account, intent: StoredIntent, stored: StoredCard, isAuthenticated: boolean): void => {
  const charge = addCharge(account, intent, { stored, decline: null, isCaptured: false, isAuthenticated })
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  record(account, (common) => ({ ...common, type: 'charge.succeeded', data: { object: charge } }))
  record(account, (common) => ({
    ...common,
    type: 'payment_intent.amount_capturable_updated',
    data: { object: intent },
  }))
}

const take = (account: Account, intent: StoredIntent, stored: StoredCard, isAuthenticated: boolean): void => {
  const charge = addCharge(account, intent, { stored, decline: null, isCaptured: true, isAuthenticated })
  addChargeTransaction(account, charge, intent.capture_method === 'automatic_async')
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  record(account, (common) => ({ ...common, type: 'charge.succeeded', data: { object: charge } }))
  record(account, (common) => ({ ...common, type: 'payment_intent.succeeded', data: { object: intent } }))
  scheduleAftermath(account, charge, stored.card.aftermath)
}

/** Asks the bank for the money; the refusal is returned, not thrown. */
const charge = (
  account: Account,
  intent: StoredIntent,
  stored: StoredCard,
  isAuthenticated: boolean,
): StripeFault | null => {
  const { decline } = stored.card
  if (decline) return refuse(account, intent, stored, decline, isAuthenticated)
  intent.payment_method = stored.method.id
  intent.next_action = null
  intent.last_payment_error = null
  if (intent.capture_method === 'manual') hold(account, intent, stored, isAuthenticated)
  else take(account, intent, stored, isAuthenticated)
  saveCard(account, intent, stored, isAuthenticated)
  return null
}

const askBuyer = (
  account: Account,
  intent: StoredIntent,
  stored: StoredCard,
  confirmation: Confirmation,
): void => {
  intent.status = 'requires_action'
  intent.payment_method = stored.method.id
  intent.last_payment_error = null
  intent.next_action = nextActionOf(intent.id, confirmation)
  account.challenges.set(intent.id, {
    cardId: stored.method.id,
    resume: () => void charge(account, intent, stored, true),
  })
  record(account, (common) => ({
    ...common,
    type: 'payment_intent.requires_action',
    data: { object: intent },
  }))
}

/** Pays with the card, or asks for the buyer; throws the refusal after it is stored. */
export const pay = (
  account: Account,
  intent: StoredIntent,
  stored: StoredCard,
  confirmation: Confirmation,
): void => {
  const needs = needsBuyer(stored, confirmation)
  if (needs && !confirmation.isOffSession && !confirmation.failsOnAction)
    return askBuyer(account, intent, stored, confirmation)
  account.challenges.delete(intent.id)
  const fault = needs
    ? refuse(account, intent, stored, authenticationRequired, false)
    : charge(account, intent, stored, false)
  if (fault) throw fault
}

/** The buyer cancels the bank's challenge or gets it wrong. */
export const failChallenge = (account: Account, intent: StoredIntent): void => {
  const cardId = account.challenges.get(intent.id)?.cardId ?? ''
  const stored = account.cards.get(cardId)
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    ...(stored ? { payment_method: structuredClone(stored.method) } : {}),
  }
  unsettle(account, intent)
}
