import type { Stripe } from 'stripe'
import type { Account } from '../account/account.ts'
import { cardOf, noBillingDetails } from '../account/payment-methods.ts'
import { testCards } from '../account/test-cards.ts'
import { find } from '../account/views.ts'
import { expanded } from '../wire/expansion.ts'
import { expand, oneOf, parameters, text, unmodelled } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

type Create = NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>

export const retrieveParameters = parameters<Stripe.ConfirmationTokenRetrieveParams>()({ expand })
export const createParameters = parameters<Create>()({
  expand,
  payment_method: text.optional(),
  payment_method_data: unmodelled,
  payment_method_options: unmodelled,
  return_url: text.optional(),
  setup_future_usage: oneOf<Create['setup_future_usage']>({
    off_session: 'off_session',
    on_session: 'on_session',
  }).optional(),
  shipping: unmodelled,
})

const lifetime = 12 * 60 * 60

/** What Stripe.js makes of what the buyer filled in. */
export interface FilledIn {
  /** One of Stripe's test names. */
  readonly card: string
  readonly returnUrl?: string
  readonly setupFutureUsage?: Stripe.ConfirmationToken.SetupFutureUsage
  readonly billing?: Partial<Stripe.PaymentMethod.BillingDetails>
}

/** A ConfirmationToken as the Payment Element makes one; it is used once, within twelve hours. */
export const makeToken = (account: Account, filledIn: FilledIn): Stripe.ConfirmationToken => {
  const card = testCards.get(filledIn.card)
  if (!card) throw StripeFault.missing('PaymentMethod', filledIn.card, 'payment_method')
  const token: Stripe.ConfirmationToken = {
    id: account.newId('ctoken'),
    object: 'confirmation_token',
    created: account.now(),
    expires_at: account.now() + lifetime,
    livemode: false,
    mandate_data: null,
    metadata: {},
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      allow_redisplay: 'unspecified',
      billing_details: { ...noBillingDetails, ...filledIn.billing },
      ...(card.type === 'link'
        ? { type: 'link', link: { email: filledIn.billing?.email ?? null } }
        : { type: 'card', card: { ...cardOf(card), generated_from: null, wallet: null } }),
      customer: null,
      customer_account: null,
    },
    return_url: filledIn.returnUrl ?? null,
    setup_future_usage: filledIn.setupFutureUsage ?? null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  }
  account.tokens.set(token.id, token)
  account.tokenCards.set(token.id, card)
  return token
}

/** Stripe's own helper for tests. */
export const createToken = (account: Account, request: Create): Stripe.ConfirmationToken => {
  if (request.payment_method === undefined)
    throw StripeFault.unmodelled('a test token without payment_method')
  const token = makeToken(account, {
    card: request.payment_method,
    returnUrl: request.return_url,
    setupFutureUsage: request.setup_future_usage,
  })
  return expanded(request.expand, () => ({ ...token }))
}

export const retrieveToken = (
  account: Account,
  request: Stripe.ConfirmationTokenRetrieveParams,
  id: string,
): Stripe.ConfirmationToken => {
  const token = find(account.tokens, 'confirmationtoken', id)
  return expanded(request.expand, () => ({ ...token }))
}
