import { Stripe } from 'stripe'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import { createStripeClient } from '#platform/stripe-client.ts'
import type { StripeAccess } from '#platform/stripe-client.ts'
import type { ChargeOutcome } from '../../charge/rules/charge-state.ts'
import type { ChargeRequest, KnownCharge, PageChallenge, Processor } from './processor.ts'
import {
  isMissing,
  listCharges,
  listRefunds,
  readSavedCard,
  refundsOf,
  requestRefund,
} from './stripe-records.ts'
import { intentsFor, type Intents } from './stripe-intents.ts'
import { stripeBalance } from './stripe-balance.ts'
import { stripeCustomers } from './stripe-customers.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { declineOf } from './stripe-outcome.ts'
import { readStripeWebhook } from './stripe-webhook.ts'

interface StripeSettings extends StripeAccess {
  readonly publishableKey: string
  /** More than one while the secret is being replaced. */
  readonly webhookSecrets: readonly string[]
}

interface StripeDeps {
  readonly settings: StripeSettings
  readonly outgoing: Outgoing
  readonly log: Log
  readonly machineClock: Clock
  /** How long to wait for each of up to three answers; 10 seconds by default. */
  readonly timeoutMs?: number
}

interface Adapter extends StripeDeps {
  readonly stripe: Stripe
}

const { StripeCardError, StripeInvalidRequestError, StripeError } = Stripe.errors

const unknownOutcome: ChargeOutcome = { state: 'unknown' }

// Stripe forgets idempotency keys after 24 hours; before that a repeated request finds the first one's intent.
const keyLifetimeHours = 20

const report = ({ log }: Adapter, thrown: unknown): void => {
  if (!(thrown instanceof StripeError)) throw thrown
  const { type, code, statusCode, requestId } = thrown
  log.warn({ type, code, statusCode, requestId }, 'Stripe did not carry a request out')
}

const isServerError = (thrown: unknown): boolean =>
  thrown instanceof StripeError && (thrown.statusCode ?? 0) >= 500

/** A new customer for a request; made again it is the same one. */
const createCustomer = async (
  { stripe }: Adapter,
  { customer: { email, reference }, idempotencyKey }: ChargeRequest,
): Promise<string> => {
  const given = { email, metadata: { reference } }
  return (await stripe.customers.create(given, { idempotencyKey: `${idempotencyKey}:customer` })).id
}

/** Also for a card that is not saved: Radar reads the buyer's e-mail from the customer (decision 299). */
const customerOf = async (adapter: Adapter, request: ChargeRequest): Promise<string> =>
  request.customer.processorCustomer ?? createCustomer(adapter, request)

const isCustomerMissing = (thrown: unknown): boolean =>
  isMissing(thrown) && thrown instanceof StripeInvalidRequestError && thrown.param === 'customer'

/** A person who enters a card becomes a new customer when the one of their earlier cards was deleted at Stripe. */
const openIntent = async (adapter: Adapter, request: ChargeRequest): Promise<string> => {
  const intents = intentsFor(adapter.stripe, request)
  const key = `${request.idempotencyKey}:create`
  try {
    return await intents.open(request, { customer: await customerOf(adapter, request), key })
  } catch (thrown) {
    if (!isCustomerMissing(thrown) || request.source.kind !== 'token') throw thrown
    report(adapter, thrown)
    const customer = await createCustomer(adapter, request)
    // By a key of its own, because Stripe repeats the refusal for the first one.
    return intents.open(request, { customer, key: `${key}:new customer` })
  }
}

const charge = async (adapter: Adapter, request: ChargeRequest): Promise<ChargeOutcome> => {
  const intents = intentsFor(adapter.stripe, request)
  let intent: string
  try {
    intent = await openIntent(adapter, request)
  } catch (thrown) {
    report(adapter, thrown)
    if (!(thrown instanceof StripeInvalidRequestError)) return unknownOutcome
    const declined = declinedBefore(request)
    return declined === null ? refusedOpening(thrown) : endIntent(adapter, intents, declined, request)
  }
  try {
    return (await intents.confirm(request, intent)) ?? unknownOutcome
  } catch (thrown) {
    if (thrown instanceof StripeCardError) return declineOf(thrown, intent)
    report(adapter, thrown)
    return thrown instanceof StripeInvalidRequestError
      ? refusedSource(adapter, intents, thrown.param, { intent, request })
      : unknownOutcome
  }
}

/**
 * Stripe refused to open an intent, so that by this key nothing is ever charged: a customer who was deleted there, whose
 * saved cards are gone too, or a sum that it does not take.
 */
const refusedOpening = (thrown: InstanceType<typeof StripeInvalidRequestError>): ChargeOutcome => ({
  state: 'declined',
  kind: isCustomerMissing(thrown) ? 'hard' : 'soft',
  reason: thrown.code ?? 'invalid_request',
  processorCharge: null,
})

/** The intent of an earlier request that this one confirms. */
const declinedBefore = ({ source }: ChargeRequest): string | null =>
  source.kind === 'declined-charge' ? source.processorCharge : null

/**
 * The confirmation was refused as a whole, mostly for a card token that is unknown or used up. A saved card that is no longer its
 * customer's was taken off at Stripe: it is gone for good.
 */
const refusedSource = async (
  adapter: Adapter,
  intents: Intents,
  param: string | undefined,
  { intent, request }: { readonly intent: string; readonly request: ChargeRequest },
): Promise<ChargeOutcome> => {
  const outcome = await endIntent(adapter, intents, intent, request)
  const { kind } = request.source
  if (outcome.state !== 'void' || kind === 'declined-charge') return outcome
  if (kind === 'saved' && param === 'payment_method')
    return { state: 'declined', kind: 'hard', reason: 'card_removed', processorCharge: intent }
  return { state: 'declined', kind: 'soft', reason: 'card_token_invalid', processorCharge: intent }
}

/** What canceling would not change. */
const finalStates: ReadonlySet<ChargeOutcome['state']> = new Set(['succeeded', 'other-sum', 'void'])

/** Cancels whatever has not succeeded, so that it cannot be confirmed anymore. */
const endIntent = async (
  adapter: Adapter,
  intents: Intents,
  id: string,
  request: ChargeRequest,
): Promise<ChargeOutcome> => {
  try {
    const outcome = await intents.check(id)
    if (outcome && finalStates.has(outcome.state)) return outcome
    await intents.cancel(id)
    // What an earlier request was declined for does not answer this one.
    const isAnswer = outcome?.state === 'declined' && declinedBefore(request) === null
    return isAnswer ? outcome : { state: 'void' }
  } catch (thrown) {
    report(adapter, thrown)
    return thrown instanceof StripeInvalidRequestError ? checkIntent(adapter, intents, id) : unknownOutcome
  }
}

const checkIntent = async (adapter: Adapter, intents: Intents, id: string): Promise<ChargeOutcome> => {
  try {
    return (await intents.check(id)) ?? unknownOutcome
  } catch (thrown) {
    report(adapter, thrown)
    return unknownOutcome
  }
}

/** Searches the intents of that time, for a charge whose key does not lead to it. */
const findOldIntent = async (intents: Intents, known: KnownCharge): Promise<string | null> => {
  const opened = Math.floor(known.createdAt.epochMilliseconds / 1_000)
  for await (const intent of intents.openedIn({ gte: opened - 600, lte: opened + 600 }))
    if (intent.metadata?.['idempotency_key'] === known.request.idempotencyKey) return intent.id
  return null
}

const areKeysExpired = (
  { machineClock }: Pick<Adapter, 'machineClock'>,
  requestedAt: Temporal.Instant,
): boolean => requestedAt.until(machineClock.now()).total('hours') > keyLifetimeHours

const intentOf = async (adapter: Adapter, intents: Intents, known: KnownCharge): Promise<string | null> => {
  const intent = known.processorCharge ?? declinedBefore(known.request)
  if (intent !== null) return intent
  if (areKeysExpired(adapter, known.createdAt)) return findOldIntent(intents, known)
  try {
    return await openIntent(adapter, known.request)
  } catch (thrown) {
    // Stripe repeats an error of its own for the same key, so the key cannot say what became of the request.
    if (!isServerError(thrown)) throw thrown
    report(adapter, thrown)
    return findOldIntent(intents, known)
  }
}

const settle = async (adapter: Adapter, known: KnownCharge): Promise<ChargeOutcome> => {
  const intents = intentsFor(adapter.stripe, known.request)
  try {
    const intent = await intentOf(adapter, intents, known)
    return intent === null ? { state: 'void' } : await endIntent(adapter, intents, intent, known.request)
  } catch (thrown) {
    return notOpened(adapter, thrown)
  }
}

/** The answer of a repeated opening is that of the first one. */
const notOpened = (adapter: Adapter, thrown: unknown): ChargeOutcome => {
  report(adapter, thrown)
  return thrown instanceof StripeInvalidRequestError ? refusedOpening(thrown) : unknownOutcome
}

const check = async (adapter: Adapter, known: KnownCharge): Promise<ChargeOutcome> => {
  const intents = intentsFor(adapter.stripe, known.request)
  try {
    const intent = await intentOf(adapter, intents, known)
    const outcome = intent === null ? unknownOutcome : await checkIntent(adapter, intents, intent)
    // Until the bank has asked, the decline that is shown may be the earlier request's.
    const isEarlier = outcome.state === 'declined' && known.processorCharge === null
    return isEarlier && declinedBefore(known.request) !== null ? unknownOutcome : outcome
  } catch (thrown) {
    return notOpened(adapter, thrown)
  }
}

const pageChallenge = async (
  adapter: Adapter,
  { request, processorCharge }: KnownCharge,
): Promise<PageChallenge | null> => {
  if (processorCharge === null) return null
  try {
    const clientSecret = await intentsFor(adapter.stripe, request).pageSecret(processorCharge)
    return clientSecret === null ? null : { publishableKey: adapter.settings.publishableKey, clientSecret }
  } catch (thrown) {
    report(adapter, thrown)
    return null
  }
}

/**
 * The port with Stripe's official client. A charge is an intent that is created first and then confirmed: requesting it
 * again finds the same intent, and canceling it is what makes `settle` final.
 */
export const createStripeAdapter = (deps: StripeDeps): Processor => {
  const adapter: Adapter = {
    ...deps,
    stripe: createStripeClient(deps.settings, deps.outgoing, deps.timeoutMs ?? 10_000),
  }
  const records = {
    stripe: adapter.stripe,
    report: (thrown: unknown) => report(adapter, thrown),
    areKeysExpired: (requestedAt: Temporal.Instant) => areKeysExpired(adapter, requestedAt),
  }
  return {
    name: 'stripe',
    charge: (request) => charge(adapter, request),
    check: (known) => check(adapter, known),
    settle: (known) => settle(adapter, known),
    pageChallenge: (known) => pageChallenge(adapter, known),
    readCard: (processorMethod) => readSavedCard(records, processorMethod),
    refund: (request) => requestRefund(records, request),
    listCharges: (period) => listCharges(records, period),
    listRefunds: (period) => listRefunds(records, period),
    refundsOf: (processorCharge) => refundsOf(records, processorCharge),
    ...stripeCustomers(records),
    balance: stripeBalance(records),
    disputes: stripeDisputes(records),
    time: null,
    readWebhook: (headers, rawBody) => readStripeWebhook(adapter, headers, rawBody),
    cardEntry: { processor: 'stripe', publishableKey: deps.settings.publishableKey },
    walletEntry: { processor: 'stripe', publishableKey: deps.settings.publishableKey },
    cardPageUrl: () => null,
    cardOrigins: {
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
      forms: ['https://hooks.stripe.com'],
    },
  }
}
