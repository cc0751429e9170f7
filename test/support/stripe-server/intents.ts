import { methodReply, testMethods, type PaymentMethod } from './card-methods.ts'
import { list, record, text, type Form } from './form-body.ts'
import { StripeRefusal, invalidRequest, noSuch } from './stripe-refusal.ts'

type IntentKind = 'payment_intent' | 'setup_intent'

export interface Intent {
  readonly kind: IntentKind
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

export interface StoredRefund {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly metadata: Readonly<Record<string, string>>
  readonly created: number
  readonly status: string
}

/** Everything the server remembers. */
export interface StripeState {
  readonly url: () => string
  readonly newId: (prefix: string) => string
  readonly now: () => number
  readonly emit: (type: string, object: object) => void
  readonly intents: Map<string, Intent>
  readonly refunds: Map<string, StoredRefund>
  readonly customers: Map<string, Readonly<Record<string, unknown>>>
  readonly methods: Map<string, PaymentMethod>
  readonly confirmationTokens: Map<string, string>
}

const known = {
  payment_intent: {
    create: [
      'amount', 'currency', 'customer', 'allowed_payment_method_types', 'description', 'metadata',
      'setup_future_usage', 'expand',
    ],
    confirm: ['payment_method', 'confirmation_token', 'return_url', 'off_session', 'expand'],
  },
  setup_intent: {
    create: ['customer', 'allowed_payment_method_types', 'description', 'metadata', 'usage', 'expand'],
    confirm: ['payment_method', 'confirmation_token', 'return_url', 'expand'],
  },
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

const replyOfKind = (intent: Intent) =>
  intent.kind === 'setup_intent'
    ? { usage: intent.setupFutureUsage, last_setup_error: intent.lastError }
    : {
        amount: intent.amount,
        amount_received: intent.status === 'succeeded' ? intent.amount : 0,
        currency: intent.currency,
        setup_future_usage: intent.setupFutureUsage,
        last_payment_error: intent.lastError,
      }

export const intentReply = (state: StripeState, intent: Intent, expand: readonly string[] = []) => ({
  id: intent.id,
  object: intent.kind,
  customer: intent.customer,
  description: intent.description,
  metadata: intent.metadata,
  created: intent.created,
  status: intent.status,
  client_secret: `${intent.id}_secret`,
  next_action: nextActionOf(state, intent),
  ...replyOfKind(intent),
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

const currencyOf = (form: Form): string => {
  const currency = text(form, 'currency')
  if (currency !== 'usd') throw invalidRequest('parameter_missing', 'Missing or unknown currency', 'currency')
  return currency
}

export const createIntent = (state: StripeState, kind: IntentKind, form: Form) => {
  onlyKnown(form, known[kind].create)
  const isSetup = kind === 'setup_intent'
  const customer = text(form, 'customer') ?? null
  if (customer !== null && !state.customers.has(customer)) throw noSuch('customer', customer, 400)
  const intent: Intent = {
    kind,
    id: state.newId(isSetup ? 'seti' : 'pi'),
    amount: isSetup ? 0 : amountOf(form),
    currency: isSetup ? '' : currencyOf(form),
    customer,
    description: text(form, 'description') ?? null,
    metadata: record(form, 'metadata'),
    setupFutureUsage: text(form, isSetup ? 'usage' : 'setup_future_usage') ?? null,
    created: state.now(),
    status: 'requires_payment_method',
    method: null,
    returnUrl: null,
    lastError: null,
    refunded: 0,
  }
  state.intents.set(intent.id, intent)
  state.emit(`${kind}.created`, intentReply(state, intent))
  return intentReply(state, intent, list(form, 'expand'))
}

const methodNamed = (state: StripeState, name: string): PaymentMethod => {
  const saved = state.methods.get(name)
  if (saved) return saved
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

const emitFailure = (state: StripeState, intent: Intent): void =>
  state.emit(
    intent.kind === 'setup_intent' ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed',
    intentReply(state, intent),
  )

const decline = (
  state: StripeState,
  intent: Intent,
  code: string,
  declineCode: string | undefined,
): never => {
  intent.status = 'requires_payment_method'
  const failed = { type: 'card_error', code, decline_code: declineCode, message: 'Your card was declined.' }
  intent.lastError = failed
  emitFailure(state, intent)
  throw new StripeRefusal(402, { ...failed, [intent.kind]: intentReply(state, intent) })
}

const succeed = (state: StripeState, intent: Intent): void => {
  intent.status = 'succeeded'
  if (intent.method && intent.setupFutureUsage !== null) intent.method.customer ??= intent.customer
  state.emit(`${intent.kind}.succeeded`, intentReply(state, intent))
}

const unexpectedState = (state: StripeState, intent: Intent, what: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: `${intent.kind}_unexpected_state`,
    message: `You cannot ${what} this intent because it has a status of ${intent.status}.`,
    [intent.kind]: intentReply(state, intent),
  })

export const confirmIntent = (state: StripeState, id: string, form: Form) => {
  const intent = findIntent(state, id)
  onlyKnown(form, known[intent.kind].confirm)
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
    state.emit(`${intent.kind}.requires_action`, intentReply(state, intent))
  } else succeed(state, intent)
  return intentReply(state, intent, list(form, 'expand'))
}

export const cancelIntent = (state: StripeState, id: string) => {
  const intent = findIntent(state, id)
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState(state, intent, 'cancel')
  intent.status = 'canceled'
  state.emit(`${intent.kind}.canceled`, intentReply(state, intent))
  return intentReply(state, intent)
}

/** The buyer's answer on the bank's page; the address they are sent on to. */
export const answerChallenge = (state: StripeState, id: string, approved: boolean): string => {
  const intent = findIntent(state, id)
  if (intent.status === 'requires_action') {
    if (approved) succeed(state, intent)
    else {
      intent.status = 'requires_payment_method'
      intent.lastError = { type: 'invalid_request_error', code: `${intent.kind}_authentication_failure` }
      emitFailure(state, intent)
    }
  }
  const back = new URL(intent.returnUrl ?? state.url())
  back.searchParams.set(intent.kind, intent.id)
  back.searchParams.set('redirect_status', approved ? 'succeeded' : 'failed')
  return back.href
}
