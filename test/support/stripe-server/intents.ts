import { methodReply, testMethods, type PaymentMethod } from './card-methods.ts'
import { list, record, text, type Form } from './form-body.ts'
import { StripeRefusal, invalidRequest, noSuch } from './stripe-refusal.ts'

export interface Intent {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly setupFutureUsage: string | null
  readonly created: number
  status: string
  method: PaymentMethod | null
  returnUrl: string | null
  lastError: Record<string, unknown> | null
  refunded: number
}

/** Everything the server remembers. */
export interface StripeState {
  readonly url: () => string
  readonly newId: (prefix: string) => string
  readonly now: () => number
  readonly emit: (type: string, intent: Intent) => void
  readonly intents: Map<string, Intent>
  readonly customers: Map<string, Readonly<Record<string, unknown>>>
  readonly methods: Map<string, PaymentMethod>
  readonly confirmationTokens: Map<string, string>
}

const known = {
  create: [
    'amount', 'currency', 'customer', 'allowed_payment_method_types', 'description', 'metadata',
    'setup_future_usage', 'expand',
  ],
  confirm: ['payment_method', 'confirmation_token', 'return_url', 'off_session', 'expand'],
} // prettier-ignore

const onlyKnown = (form: Form, names: readonly string[]): void => {
  const stranger = Object.keys(form).find((name) => !names.includes(name))
  if (stranger) throw invalidRequest('parameter_unknown', `Received unknown parameter: ${stranger}`, stranger)
}

const nextActionOf = (state: StripeState, intent: Intent) =>
  intent.status === 'requires_action'
    ? {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${state.url()}/authenticate/${intent.id}`, return_url: intent.returnUrl },
      }
    : null

export const intentReply = (state: StripeState, intent: Intent, expand: readonly string[] = []) => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_received: intent.status === 'succeeded' ? intent.amount : 0,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  metadata: intent.metadata,
  setup_future_usage: intent.setupFutureUsage,
  created: intent.created,
  status: intent.status,
  client_secret: `${intent.id}_secret`,
  last_payment_error: intent.lastError,
  next_action: nextActionOf(state, intent),
  payment_method:
    intent.method && expand.includes('payment_method')
      ? methodReply(intent.method)
      : (intent.method?.id ?? null),
})

export const findIntent = (state: StripeState, id: string): Intent => {
  const intent = state.intents.get(id)
  if (!intent) throw noSuch('payment_intent', id)
  return intent
}

const amountOf = (form: Form): number => {
  const amount = Number(text(form, 'amount'))
  if (!Number.isSafeInteger(amount) || amount < 50)
    throw invalidRequest('parameter_invalid_integer', 'Invalid integer: amount', 'amount')
  return amount
}

export const createIntent = (state: StripeState, form: Form) => {
  onlyKnown(form, known.create)
  const currency = text(form, 'currency')
  if (currency !== 'usd') throw invalidRequest('parameter_missing', 'Missing or unknown currency', 'currency')
  const customer = text(form, 'customer') ?? null
  if (customer !== null && !state.customers.has(customer)) throw noSuch('customer', customer, 400)
  const intent: Intent = {
    id: state.newId('pi'),
    amount: amountOf(form),
    currency,
    customer,
    description: text(form, 'description') ?? null,
    metadata: record(form, 'metadata'),
    setupFutureUsage: text(form, 'setup_future_usage') ?? null,
    created: state.now(),
    status: 'requires_payment_method',
    method: null,
    returnUrl: null,
    lastError: null,
    refunded: 0,
  }
  state.intents.set(intent.id, intent)
  state.emit('payment_intent.created', intent)
  return intentReply(state, intent, list(form, 'expand'))
}

const methodNamed = (state: StripeState, name: string): PaymentMethod => {
  const kept = state.methods.get(name)
  if (kept) return kept
  const test = testMethods[name]
  if (!test) throw noSuch('PaymentMethod', name, 400)
  const method: PaymentMethod = { ...test, id: state.newId('pm'), customer: null }
  state.methods.set(method.id, method)
  return method
}

const sourceOf = (state: StripeState, form: Form): PaymentMethod => {
  const token = text(form, 'confirmation_token')
  if (token === undefined) return methodNamed(state, text(form, 'payment_method') ?? '')
  const named = state.confirmationTokens.get(token)
  if (named === undefined) throw noSuch('ConfirmationToken', token, 400)
  state.confirmationTokens.delete(token)
  return methodNamed(state, named)
}

const decline = (
  state: StripeState,
  intent: Intent,
  code: string,
  declineCode: string | undefined,
): never => {
  intent.status = 'requires_payment_method'
  const failed = { type: 'card_error', code, decline_code: declineCode, message: 'Your card was declined.' }
  intent.lastError = failed
  state.emit('payment_intent.payment_failed', intent)
  throw new StripeRefusal(402, { ...failed, payment_intent: intentReply(state, intent) })
}

const succeed = (state: StripeState, intent: Intent): void => {
  intent.status = 'succeeded'
  if (intent.method && intent.setupFutureUsage !== null) intent.method.customer ??= intent.customer
  state.emit('payment_intent.succeeded', intent)
}

const unexpectedState = (state: StripeState, intent: Intent, what: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intentReply(state, intent),
  })

export const confirmIntent = (state: StripeState, id: string, form: Form) => {
  onlyKnown(form, known.confirm)
  const intent = findIntent(state, id)
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
    throw unexpectedState(state, intent, 'confirm')
  const offSession = text(form, 'off_session') === 'true'
  const returnUrl = text(form, 'return_url') ?? null
  if (!offSession && returnUrl === null)
    throw invalidRequest('parameter_missing', 'return_url is needed.', 'return_url')
  const method = sourceOf(state, form)
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalidRequest('payment_method_unexpected_state', 'The PaymentMethod belongs to another customer.')
  intent.method = method
  intent.returnUrl = returnUrl
  if (method.code) decline(state, intent, method.code, method.declineCode)
  if (offSession && method.laterDeclineCode) decline(state, intent, 'card_declined', method.laterDeclineCode)
  if (method.challenge && !offSession) {
    intent.status = 'requires_action'
    state.emit('payment_intent.requires_action', intent)
  } else succeed(state, intent)
  return intentReply(state, intent, list(form, 'expand'))
}

export const cancelIntent = (state: StripeState, id: string) => {
  const intent = findIntent(state, id)
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState(state, intent, 'cancel')
  intent.status = 'canceled'
  state.emit('payment_intent.canceled', intent)
  return intentReply(state, intent)
}

/** The buyer's answer on the bank's page; the address they are sent on to. */
export const answerChallenge = (state: StripeState, id: string, approved: boolean): string => {
  const intent = findIntent(state, id)
  if (intent.status === 'requires_action') {
    if (approved) succeed(state, intent)
    else {
      intent.status = 'requires_payment_method'
      intent.lastError = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }
      state.emit('payment_intent.payment_failed', intent)
    }
  }
  const back = new URL(intent.returnUrl ?? state.url())
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('redirect_status', approved ? 'succeeded' : 'failed')
  return back.href
}

export const createRefund = (state: StripeState, form: Form) => {
  const intent = findIntent(state, text(form, 'payment_intent') ?? '')
  const amount = Number(text(form, 'amount') ?? intent.amount - intent.refunded)
  if (intent.status !== 'succeeded') throw unexpectedState(state, intent, 'refund')
  if (intent.refunded === intent.amount)
    throw invalidRequest('charge_already_refunded', 'Charge has already been refunded.')
  if (intent.refunded + amount > intent.amount)
    throw invalidRequest('amount_too_large', 'Refund amount is greater than unrefunded amount.', 'amount')
  intent.refunded += amount
  return { id: state.newId('re'), object: 'refund', amount, payment_intent: intent.id, status: 'succeeded' }
}
