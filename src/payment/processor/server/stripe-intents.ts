import type { Stripe } from 'stripe'
import type { Address } from '#shared/address.ts'
import type { ChargeOutcome } from '../../charge/rules/charge-state.ts'
import type { ChargeRequest } from './processor.ts'
import { outcomeOfIntent, pageSecretOf, type IntentTerms } from './stripe-outcome.ts'
import { stripeAmount } from '#shared/stripe-amount.ts'

/** The two kinds of intent behind one face; outcomes are null while an intent waits for us to confirm it. */
export interface Intents {
  /** Not confirmed yet; requested again by the same key it is the same one. */
  readonly open: (
    request: ChargeRequest,
    by: { readonly customer: string; readonly key: string },
  ) => Promise<string>
  readonly confirm: (request: ChargeRequest, intent: string) => Promise<ChargeOutcome | null>
  readonly check: (intent: string) => Promise<ChargeOutcome | null>
  /** What Stripe.js needs to ask the bank's question on the page; null when that is not waited for. */
  readonly pageSecret: (intent: string) => Promise<string | null>
  /** So that nothing can confirm it any more. */
  readonly cancel: (intent: string) => Promise<unknown>
  /** Those opened between two moments, in seconds since 1970. */
  readonly openedIn: (created: {
    readonly gte: number
    readonly lte: number
  }) => AsyncIterable<Pick<Stripe.PaymentIntent, 'id'> & { readonly metadata: Stripe.Metadata | null }>
}

const metadataOf = ({ metadata, idempotencyKey }: ChargeRequest): Record<string, string> => {
  // Sorted, because a stored request comes back from the database with its keys in another order.
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...Object.fromEntries(sorted), idempotency_key: idempotencyKey }
}

const sourceOf = ({ source }: ChargeRequest) => {
  if (source.kind !== 'token') return { payment_method: source.processorMethod }
  return source.token.startsWith('ctoken_')
    ? { confirmation_token: source.token }
    : { payment_method: source.token }
}

/** For Radar; Stripe refuses an empty text where it expects a part of an address. */
const shippingOf = ({ firstName, lastName, address, unit, city, region, zip, country, phone }: Address) => ({
  name: `${firstName} ${lastName}`,
  phone: phone || undefined,
  address: {
    line1: address,
    line2: unit || undefined,
    city,
    state: region || undefined,
    postal_code: zip || undefined,
    country,
  },
})

/** A saved card has no token that says where its bank asks: on the page, as for an entered card. */
const buyerOf = ({ offSession, returnUrl, source }: ChargeRequest) => {
  if (offSession) return { off_session: true }
  return source.kind === 'token' ? { return_url: returnUrl } : { return_url: returnUrl, use_stripe_sdk: true }
}

/** A declined intent as this request wants it; from now on its events name this request. */
const reopen = async (
  { paymentIntents: intents }: Stripe,
  request: ChargeRequest,
  intent: string,
): Promise<string> => {
  const { amountCents, currency, idempotencyKey } = request
  const amount = stripeAmount(amountCents, currency)
  const changed = { amount, setup_future_usage: 'off_session', metadata: metadataOf(request) } as const
  await intents.update(intent, changed, { idempotencyKey: `${idempotencyKey}:create` })
  return intent
}

const expand = ['payment_method']

/** Link is a method of its own, so that a saved one can be charged again. */
const methodTypes = ['card', 'link'] as const

const paymentIntents = (stripe: Stripe, terms: IntentTerms): Intents => ({
  open: async (request, { customer, key: idempotencyKey }) => {
    const { source, description } = request
    const amount = stripeAmount(request.amountCents, request.currency)
    if (source.kind === 'declined-charge') return reopen(stripe, request, source.processorCharge)
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency: request.currency.toLowerCase(),
        customer,
        allowed_payment_method_types: [...methodTypes],
        description,
        metadata: metadataOf(request),
        ...(request.statementSuffix === null ? {} : { statement_descriptor_suffix: request.statementSuffix }),
        ...(request.shipTo === null ? {} : { shipping: shippingOf(request.shipTo) }),
        ...(source.kind === 'token' && source.save ? { setup_future_usage: 'off_session' } : {}),
      },
      { idempotencyKey },
    )
    return intent.id
  },
  confirm: async (request, intent) =>
    outcomeOfIntent(
      await stripe.paymentIntents.confirm(
        intent,
        { ...sourceOf(request), ...buyerOf(request), expand },
        { idempotencyKey: `${request.idempotencyKey}:confirm` },
      ),
      terms,
    ),
  check: async (intent) => outcomeOfIntent(await stripe.paymentIntents.retrieve(intent, { expand }), terms),
  pageSecret: async (intent) => pageSecretOf(await stripe.paymentIntents.retrieve(intent)),
  cancel: (intent) => stripe.paymentIntents.cancel(intent),
  openedIn: (created) => stripe.paymentIntents.list({ created, limit: 100 }),
})

const setupIntents = ({ setupIntents: intents }: Stripe, terms: IntentTerms): Intents => ({
  open: async (request, { customer, key: idempotencyKey }) => {
    const intent = await intents.create(
      {
        customer,
        allowed_payment_method_types: [...methodTypes],
        usage: 'off_session',
        description: request.description,
        metadata: metadataOf(request),
      },
      { idempotencyKey },
    )
    return intent.id
  },
  confirm: async (request, intent) =>
    outcomeOfIntent(
      await intents.confirm(
        intent,
        { ...sourceOf(request), return_url: request.returnUrl, expand },
        { idempotencyKey: `${request.idempotencyKey}:confirm` },
      ),
      terms,
    ),
  check: async (intent) => outcomeOfIntent(await intents.retrieve(intent, { expand }), terms),
  pageSecret: async (intent) => pageSecretOf(await intents.retrieve(intent)),
  cancel: (intent) => intents.cancel(intent),
  openedIn: (created) => intents.list({ created, limit: 100 }),
})

/** A request of zero is a setup intent: it saves a card and cannot charge. */
export const intentsFor = (stripe: Stripe, request: IntentTerms): Intents =>
  request.amountCents === 0 ? setupIntents(stripe, request) : paymentIntents(stripe, request)
