import type { Stripe } from 'stripe'
import type { Account, StoredCard } from '../account/account.ts'
import { assertUsableBy, findCard, mintCard } from '../account/payment-methods.ts'
import type { Confirmation } from '../account/payments.ts'
import { find } from '../account/views.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

interface Choice {
  readonly payment_method?: string
  readonly confirmation_token?: string
  readonly return_url?: string
  readonly use_stripe_sdk?: boolean
}

export interface Chosen {
  readonly stored: StoredCard
  readonly returnUrl: string | null
  readonly usesSdk: boolean
  readonly token: Stripe.ConfirmationToken | null
}

const usableToken = (account: Account, id: string): Stripe.ConfirmationToken => {
  const token = find(account.tokens, 'confirmationtoken', id, 'confirmation_token')
  if (token.payment_intent !== null || token.setup_intent !== null)
    throw StripeFault.invalid(`The ConfirmationToken ${id} has already been used.`, {
      param: 'confirmation_token',
    })
  if (token.expires_at !== null && token.expires_at <= account.now())
    throw StripeFault.invalid(`The ConfirmationToken ${id} has expired.`, { param: 'confirmation_token' })
  return token
}

const cardOfToken = (account: Account, token: Stripe.ConfirmationToken): StoredCard => {
  const card = find(account.tokenCards, 'confirmationtoken', token.id, 'confirmation_token')
  return mintCard(account, card, token.payment_method_preview?.billing_details)
}

/**
 * The card to confirm with: the request's own, the token's, or the intent's. A token's `use_stripe_sdk` and
 * `return_url` hold unless the request says otherwise.
 */
interface PaidIntent {
  readonly customer: string | null
  readonly payment_method_types: readonly string[]
}

export const choose = (
  account: Account,
  request: Choice,
  ofIntent: string | null,
  { customer, payment_method_types: types }: PaidIntent,
  noun: string,
): Chosen | null => {
  const token =
    request.confirmation_token === undefined ? null : usableToken(account, request.confirmation_token)
  const id = request.payment_method ?? (token ? null : ofIntent)
  const stored = id === null ? token && cardOfToken(account, token) : findCard(account, id, 'payment_method')
  if (!stored) return null
  assertUsableBy(stored, customer, noun)
  if (!types.includes(stored.card.type))
    throw StripeFault.invalid(
      `The PaymentMethod provided (${stored.card.type}) is not allowed for this ${noun}. Please attach a payment method of one of the following types: ${types.join(', ')}.`,
      { param: 'payment_method' },
    )
  return {
    stored,
    token,
    returnUrl: request.return_url ?? token?.return_url ?? null,
    usesSdk: request.use_stripe_sdk ?? token?.use_stripe_sdk ?? false,
  }
}

interface Redirects {
  readonly automatic_payment_methods: {
    readonly enabled: boolean | null
    readonly allow_redirects?: string
  } | null
}

/** Without a return URL a payment method that redirects could not come back. Source: docs of `return_url`. */
export const assertReturn = (intent: Redirects, chosen: Chosen, isOffSession: boolean): void => {
  const { automatic_payment_methods: automatic } = intent
  if (
    chosen.returnUrl !== null ||
    isOffSession ||
    !automatic?.enabled ||
    automatic.allow_redirects === 'never'
  )
    return
  throw StripeFault.invalid(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { param: 'return_url' },
  )
}

/** As the request and the token want it. */
export const confirmationOf = (
  chosen: Chosen,
  how: Pick<Confirmation, 'isOffSession' | 'failsOnAction' | 'requests3ds'>,
): Confirmation => ({
  ...how,
  returnUrl: chosen.returnUrl,
  // Without a URL to return to, only Stripe.js can go on.
  usesSdk: chosen.usesSdk || chosen.returnUrl === null,
})

/** A customer that exists and is not deleted. */
export const assertCustomer = (account: Account, id: string): void => {
  find(account.customers, 'customer', id, 'customer')
}

/** Metadata as Stripe stores it: every value is text, an empty one is not there. */
export const metadataOf = (given: Stripe.MetadataParam | '' | null | undefined): Stripe.Metadata =>
  Object.fromEntries(
    Object.entries(given || {}).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** What is stored, changed by a request: an empty value removes a key, an empty string all of them. */
export const changedMetadata = (
  stored: Stripe.Metadata | null,
  given: Stripe.MetadataParam | '' | null | undefined,
): Stripe.Metadata => {
  if (given === '') return {}
  const unchanged = Object.entries(stored ?? {}).filter(([name]) => !Object.hasOwn(given ?? {}, name))
  return { ...Object.fromEntries(unchanged), ...metadataOf(given) }
}
