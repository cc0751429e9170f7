import type { Stripe } from 'stripe'
import type { Account, StoredIntent } from '../account/account.ts'
import { record } from '../account/account.ts'
import { addChargeTransaction } from '../account/charges.ts'
import { pay } from '../account/payments.ts'
import { scheduleAftermath } from '../account/reports.ts'
import { find, viewIntent } from '../account/views.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { assertChargeable } from './amounts.ts'
import { assertCustomer, assertReturn, changedMetadata, choose, confirmationOf } from './confirmation.ts'
import { intentOf } from './new-payment-intent.ts'

const findIntent = (account: Account, id: string): StoredIntent =>
  find(account.intents, 'payment_intent', id, 'intent')

/** Stripe's refusal of a step that the intent's state forbids. */
const unexpected = (intent: StoredIntent, message: string): StripeFault =>
  StripeFault.invalid(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  })

/** An off-session payment charges a card that its owner saved for that. */
const assertSaved = (intent: StoredIntent, owner: string | null): void => {
  if (intent.customer === null || owner !== intent.customer)
    throw StripeFault.invalid(
      'An off-session payment requires a payment method that is attached to the customer of the PaymentIntent.',
      { param: 'off_session' },
    )
}

const attempt = (
  account: Account,
  intent: StoredIntent,
  request: Stripe.PaymentIntentConfirmParams,
): void => {
  const chosen = choose(account, request, intent.payment_method, intent, 'PaymentIntent')
  if (!chosen)
    throw unexpected(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  const isOffSession = request.off_session !== undefined && request.off_session !== false
  assertReturn(intent, chosen, isOffSession)
  if (isOffSession) assertSaved(intent, chosen.stored.method.customer)
  const usage = request.setup_future_usage || chosen.token?.setup_future_usage
  if (usage) intent.setup_future_usage = usage
  if (chosen.token) chosen.token.payment_intent = intent.id
  const asks = (request.payment_method_options?.card || undefined)?.request_three_d_secure ?? 'automatic'
  pay(
    account,
    intent,
    chosen.stored,
    confirmationOf(chosen, {
      isOffSession,
      failsOnAction: request.error_on_requires_action ?? false,
      requests3ds: asks !== 'automatic',
    }),
  )
}

/** Beside a prefix of five characters. Source: docs.stripe.com/get-started/account/statement-descriptors. */
const assertSuffix = (suffix: string | undefined): void => {
  if (suffix === undefined) return
  const isTaken = /^[\x20-\x7e]{1,15}$/u.test(suffix) && /[a-z]/iu.test(suffix) && !/[<>\\'"*]/u.test(suffix)
  if (!isTaken)
    throw StripeFault.invalid('The statement descriptor suffix is not allowed.', {
      param: 'statement_descriptor_suffix',
    })
}

const onlyConfirming = ['error_on_requires_action', 'mandate_data', 'off_session', 'return_url'] as const

const assertCreatable = (account: Account, request: Stripe.PaymentIntentCreateParams): void => {
  assertChargeable(request.amount, request.currency)
  if (request.customer !== undefined) assertCustomer(account, request.customer)
  assertSuffix(request.statement_descriptor_suffix)
  if (request.confirmation_method === 'manual') throw StripeFault.unmodelled('confirmation_method=manual')
  if (request.confirm) return
  const stray = onlyConfirming.find((name) => request[name] !== undefined)
  if (stray !== undefined)
    throw StripeFault.invalid(
      `You can only pass the parameter \`${stray}\` if you also pass \`confirm\`=true.`,
      { param: stray },
    )
  if (request.confirmation_token !== undefined)
    throw StripeFault.unmodelled('confirmation_token without confirm=true')
}

/** Creates an intent; with `confirm`, one that cannot be confirmed for its parameters is not kept. */
export const createIntent = (
  account: Account,
  request: Stripe.PaymentIntentCreateParams,
): Stripe.PaymentIntent => {
  assertCreatable(account, request)
  const intent = intentOf(account, request)
  const chosen = choose(account, { payment_method: request.payment_method }, null, intent, 'PaymentIntent')
  if (chosen) {
    intent.payment_method = chosen.stored.method.id
    intent.status = 'requires_confirmation'
  }
  const store = () => {
    account.intents.set(intent.id, intent)
    record(account, (common) => ({ ...common, type: 'payment_intent.created', data: { object: intent } }))
  }
  if (!request.confirm) {
    store()
    return viewIntent(account, intent, request.expand)
  }
  const events = account.events.size
  try {
    store()
    attempt(account, intent, { ...request, payment_method: intent.payment_method ?? undefined })
  } catch (error) {
    if (error instanceof StripeFault && error.status === 400) forget(account, intent, events)
    throw error
  }
  return viewIntent(account, intent, request.expand)
}

/** A request that was refused for its parameters stored nothing. */
const forget = (account: Account, intent: StoredIntent, eventsBefore: number): void => {
  account.intents.delete(intent.id)
  for (const id of [...account.events.keys()].slice(eventsBefore)) account.events.delete(id)
}

const confirmable = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

export const confirmIntent = (
  account: Account,
  request: Stripe.PaymentIntentConfirmParams,
  id: string,
): Stripe.PaymentIntent => {
  const intent = findIntent(account, id)
  if (intent.status === 'succeeded')
    throw unexpected(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  if (!confirmable.has(intent.status))
    throw unexpected(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${[...confirmable].join(', ')}.`,
    )
  if (request.receipt_email !== undefined) intent.receipt_email = request.receipt_email || null
  if (request.capture_method !== undefined) intent.capture_method = request.capture_method
  attempt(account, intent, request)
  return viewIntent(account, intent, request.expand)
}

export const updateIntent = (
  account: Account,
  request: Stripe.PaymentIntentUpdateParams,
  id: string,
): Stripe.PaymentIntent => {
  const intent = findIntent(account, id)
  const isFinal = !confirmable.has(intent.status)
  if (isFinal && (request.amount !== undefined || request.customer !== undefined))
    throw unexpected(
      intent,
      `This PaymentIntent's ${request.amount === undefined ? 'customer' : 'amount'} could not be updated because it has a status of ${intent.status}. You may only update the ${request.amount === undefined ? 'customer' : 'amount'} of a PaymentIntent with one of the following statuses: ${[...confirmable].join(', ')}.`,
    )
  if (request.amount !== undefined) assertChargeable(request.amount, intent.currency)
  if (request.customer !== undefined) assertCustomer(account, request.customer)
  intent.amount = request.amount ?? intent.amount
  intent.customer = request.customer ?? intent.customer
  intent.description = request.description ?? intent.description
  intent.metadata = changedMetadata(intent.metadata, request.metadata)
  if (request.receipt_email !== undefined) intent.receipt_email = request.receipt_email || null
  if (request.setup_future_usage !== undefined) intent.setup_future_usage = request.setup_future_usage || null
  return viewIntent(account, intent, request.expand)
}

const cancelable = new Set<string>([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
])

export const cancelIntent = (
  account: Account,
  request: Stripe.PaymentIntentCancelParams,
  id: string,
): Stripe.PaymentIntent => {
  const intent = findIntent(account, id)
  if (!cancelable.has(intent.status))
    throw unexpected(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${[...cancelable].join(', ')}.`,
    )
  account.challenges.delete(id)
  intent.status = 'canceled'
  intent.canceled_at = account.now()
  intent.cancellation_reason = request.cancellation_reason ?? null
  intent.next_action = null
  intent.amount_capturable = 0
  record(account, (common) => ({ ...common, type: 'payment_intent.canceled', data: { object: intent } }))
  return viewIntent(account, intent, request.expand)
}

export const captureIntent = (
  account: Account,
  request: Stripe.PaymentIntentCaptureParams,
  id: string,
): Stripe.PaymentIntent => {
  const intent = findIntent(account, id)
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (intent.status !== 'requires_capture' || !charge)
    throw unexpected(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = request.amount_to_capture ?? intent.amount_capturable
  if (amount < 1 || amount > intent.amount_capturable)
    throw StripeFault.invalid(`The amount to capture must be between 1 and ${intent.amount_capturable}.`, {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  charge.captured = true
  charge.amount_captured = amount
  addChargeTransaction(account, charge, false)
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  intent.metadata = changedMetadata(intent.metadata, request.metadata)
  record(account, (common) => ({ ...common, type: 'charge.captured', data: { object: charge } }))
  record(account, (common) => ({ ...common, type: 'payment_intent.succeeded', data: { object: intent } }))
  scheduleAftermath(account, charge, account.cards.get(charge.payment_method)?.card.aftermath ?? null)
  return viewIntent(account, intent, request.expand)
}

export const retrieveIntent = (
  account: Account,
  request: Stripe.PaymentIntentRetrieveParams,
  id: string,
): Stripe.PaymentIntent => {
  const intent = findIntent(account, id)
  if (request.client_secret !== undefined && request.client_secret !== intent.client_secret)
    throw StripeFault.missing('payment_intent', id, 'intent')
  return viewIntent(account, intent, request.expand)
}
