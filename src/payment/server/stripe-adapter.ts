import { Stripe } from 'stripe'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import type { ChargeOutcome } from '../rules/charge-state.ts'
import type { ChargeRequest, KnownCharge, Processor, RefundOutcome, RefundRequest } from './processor.ts'
import { declineOf, outcomeOfIntent } from './stripe-outcome.ts'
import { stripeHttpClient } from './stripe-http.ts'
import { readStripeWebhook } from './stripe-webhook.ts'

interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Another server that speaks the protocol; null means Stripe's own. */
  readonly apiBase: string | null
}

interface StripeTools {
  readonly settings: StripeSettings
  readonly outgoing: Outgoing
  readonly log: Log
  readonly machineClock: Clock
  /** How long each of up to three answers is waited for; 10 seconds unless told. */
  readonly timeoutMs?: number
}

interface Adapter extends StripeTools {
  readonly stripe: Stripe
}

const { StripeCardError, StripeInvalidRequestError, StripeError } = Stripe.errors

const unknown: ChargeOutcome = { state: 'unknown' }

// Stripe forgets idempotency keys after 24 hours; before that a repeated request finds the first one's intent.
const keysLastHours = 20

const newClient = ({ settings, outgoing, timeoutMs = 10_000 }: StripeTools): Stripe => {
  const base = settings.apiBase === null ? null : new URL(settings.apiBase)
  return new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    // The outgoing request has the word on time; the client's own limit only stands behind it.
    timeout: timeoutMs + 1_000,
    httpClient: stripeHttpClient(outgoing, timeoutMs),
    ...(base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'http:' ? '80' : '443'),
          protocol: base.protocol === 'http:' ? 'http' : 'https',
        }),
  })
}

const report = ({ log }: Adapter, thrown: unknown): void => {
  if (!(thrown instanceof StripeError)) throw thrown
  const { type, code, statusCode, requestId } = thrown
  log.warn({ type, code, statusCode, requestId }, 'Stripe did not carry a request out')
}

const customerOf = async ({ stripe }: Adapter, request: ChargeRequest): Promise<string | undefined> => {
  const { customer, source, idempotencyKey } = request
  if (customer.processorCustomer !== null) return customer.processorCustomer
  if (source.kind === 'token' && !source.save) return undefined
  const made = await stripe.customers.create(
    { email: customer.email, metadata: { reference: customer.reference } },
    { idempotencyKey: `${idempotencyKey}:customer` },
  )
  return made.id
}

/** The intent of this charge, not yet confirmed; asked for again it is the same one. */
const openIntent = async (adapter: Adapter, request: ChargeRequest): Promise<Stripe.PaymentIntent> => {
  const { source, idempotencyKey } = request
  const metadata = Object.entries(request.metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  return adapter.stripe.paymentIntents.create(
    {
      amount: request.amountCents,
      currency: request.currency.toLowerCase(),
      customer: await customerOf(adapter, request),
      allowed_payment_method_types: ['card'],
      description: request.description,
      metadata: { ...Object.fromEntries(metadata), idempotency_key: idempotencyKey },
      ...(source.kind === 'token' && source.save ? { setup_future_usage: 'off_session' } : {}),
    },
    { idempotencyKey: `${idempotencyKey}:create` },
  )
}

const sourceOf = ({ source }: ChargeRequest) => {
  if (source.kind === 'saved') return { payment_method: source.processorMethod }
  return source.token.startsWith('ctoken_')
    ? { confirmation_token: source.token }
    : { payment_method: source.token }
}

const confirm = (adapter: Adapter, request: ChargeRequest, intent: string): Promise<Stripe.PaymentIntent> =>
  adapter.stripe.paymentIntents.confirm(
    intent,
    {
      ...sourceOf(request),
      ...(request.offSession ? { off_session: true } : { return_url: request.returnUrl }),
      expand: ['payment_method'],
    },
    { idempotencyKey: `${request.idempotencyKey}:confirm` },
  )

const charge = async (adapter: Adapter, request: ChargeRequest): Promise<ChargeOutcome> => {
  let intent: Stripe.PaymentIntent
  try {
    intent = await openIntent(adapter, request)
  } catch (thrown) {
    report(adapter, thrown)
    return unknown
  }
  try {
    return outcomeOfIntent(await confirm(adapter, request, intent.id)) ?? unknown
  } catch (thrown) {
    if (thrown instanceof StripeCardError) return declineOf(thrown, intent.id)
    report(adapter, thrown)
    return thrown instanceof StripeInvalidRequestError ? refusedSource(adapter, intent.id) : unknown
  }
}

/** The confirmation was refused as a whole, mostly for a card token that is unknown or used up. */
const refusedSource = async (adapter: Adapter, intent: string): Promise<ChargeOutcome> => {
  const outcome = await endIntent(adapter, intent)
  if (outcome.state !== 'void') return outcome
  return { state: 'declined', kind: 'soft', reason: 'card_token_invalid', processorCharge: intent }
}

const retrieve = ({ stripe }: Adapter, intent: string): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.retrieve(intent, { expand: ['payment_method'] })

/** Cancels whatever has not succeeded, so that nothing can confirm it any more. */
const endIntent = async (adapter: Adapter, id: string): Promise<ChargeOutcome> => {
  try {
    const outcome = outcomeOfIntent(await retrieve(adapter, id))
    if (outcome?.state === 'succeeded' || outcome?.state === 'void') return outcome
    await adapter.stripe.paymentIntents.cancel(id)
    return outcome?.state === 'declined' ? outcome : { state: 'void' }
  } catch (thrown) {
    report(adapter, thrown)
    return thrown instanceof StripeInvalidRequestError ? seen(adapter, id) : unknown
  }
}

const seen = async (adapter: Adapter, id: string): Promise<ChargeOutcome> => {
  try {
    return outcomeOfIntent(await retrieve(adapter, id)) ?? unknown
  } catch (thrown) {
    report(adapter, thrown)
    return unknown
  }
}

/** Looks through the intents of that time, for a charge so old that its key may be forgotten. */
const findOldIntent = async ({ stripe }: Adapter, known: KnownCharge): Promise<string | null> => {
  const opened = Math.floor(known.createdAt.epochMilliseconds / 1_000)
  const around = { gte: opened - 600, lte: opened + 600 }
  for await (const intent of stripe.paymentIntents.list({ created: around, limit: 100 }))
    if (intent.metadata['idempotency_key'] === known.request.idempotencyKey) return intent.id
  return null
}

const intentOf = async (adapter: Adapter, known: KnownCharge): Promise<string | null> => {
  if (known.processorCharge !== null) return known.processorCharge
  const age = known.createdAt.until(adapter.machineClock.now()).total('hours')
  if (age > keysLastHours) return findOldIntent(adapter, known)
  return (await openIntent(adapter, known.request)).id
}

const settle = async (adapter: Adapter, known: KnownCharge): Promise<ChargeOutcome> => {
  try {
    const intent = await intentOf(adapter, known)
    return intent === null ? { state: 'void' } : await endIntent(adapter, intent)
  } catch (thrown) {
    report(adapter, thrown)
    return unknown
  }
}

const look = async (adapter: Adapter, known: KnownCharge): Promise<ChargeOutcome> => {
  try {
    const intent = await intentOf(adapter, known)
    return intent === null ? unknown : await seen(adapter, intent)
  } catch (thrown) {
    report(adapter, thrown)
    return unknown
  }
}

const refund = async (adapter: Adapter, request: RefundRequest): Promise<RefundOutcome> => {
  try {
    const given = await adapter.stripe.refunds.create(
      { payment_intent: request.processorCharge, amount: request.amountCents },
      { idempotencyKey: request.idempotencyKey },
    )
    if (given.status === 'failed' || given.status === 'canceled')
      return { state: 'refused', reason: given.failure_reason ?? given.status }
    return { state: 'refunded', processorRefund: given.id }
  } catch (thrown) {
    report(adapter, thrown)
    if (thrown instanceof StripeInvalidRequestError)
      return { state: 'refused', reason: thrown.code ?? 'refused' }
    return { state: 'unknown' }
  }
}

/**
 * The port over Stripe's official client. A charge is an intent that is opened first and confirmed then: asking for it
 * again finds the same intent, and cancelling it is what makes `settle` definite.
 */
export const createStripeAdapter = (tools: StripeTools): Processor => {
  const adapter: Adapter = { ...tools, stripe: newClient(tools) }
  return {
    name: 'stripe',
    charge: (request) => charge(adapter, request),
    look: (known) => look(adapter, known),
    settle: (known) => settle(adapter, known),
    refund: (request) => refund(adapter, request),
    readWebhook: (headers, rawBody) => readStripeWebhook(adapter, headers, rawBody),
    cardEntry: { processor: 'stripe', publishableKey: tools.settings.publishableKey },
    cardPageUrl: () => null,
    cardOrigins: {
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
      forms: ['https://hooks.stripe.com'],
    },
  }
}
