import type { Stripe } from 'stripe'
import { declineKindOf } from '../rules/card-decline.ts'
import { centsOfStripe } from '#shared/stripe-amount.ts'
import { outcomeOfCaptured } from '../../charge/rules/charge-state.ts'
import type { ChargeOutcome, ChargedCard } from '../../charge/rules/charge-state.ts'
import type { CardDetails, ChargeRequest } from './processor.ts'
import { linkBrand, noExpiry } from '#shared/card-face.ts'

/** What Stripe says about a declined card, in an error and in an intent's `last_payment_error` alike. */
interface CardRefusal {
  readonly code?: string | null
  readonly decline_code?: string | null
  readonly advice_code?: string | null
}

/** A declined charge; the bank's own reason, if there is one, is more exact than Stripe's code. */
export const declineOf = (
  { code, decline_code, advice_code }: CardRefusal,
  processorCharge: string,
): ChargeOutcome => {
  // An error of Stripe's client has '' if there is no reason of the bank.
  const reason = decline_code || code || 'declined'
  return { state: 'declined', kind: declineKindOf(reason, advice_code ?? undefined), reason, processorCharge }
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

const customerIdOf = ({ customer }: Intent): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null)

/**
 * What a payment method shows of itself. Link is a method of its own or, for a bank account behind it, a card of the brand
 * `link` whose number and month mean nothing.
 */
export const cardDetailsOf = ({
  type,
  card,
}: Pick<Stripe.PaymentMethod, 'type' | 'card'>): CardDetails | null => {
  if (type === 'link' || card?.brand === 'link') return { brand: linkBrand, last4: '', ...noExpiry }
  if (!card) return null
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

const unknownCard = { brand: 'card', last4: '', expMonth: 1, expYear: 1970 } as const

const cardOf = (intent: Intent): ChargedCard => {
  const method = typeof intent.payment_method === 'string' ? null : intent.payment_method
  const isSaved = method?.customer !== null && method?.customer !== undefined
  return {
    processorCustomer: customerIdOf(intent),
    processorMethod: isSaved ? method.id : null,
    ...((method && cardDetailsOf(method)) ?? unknownCard),
  }
}

const errorOf = (intent: Intent): CardRefusal | null =>
  intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error

/** The bank's question: at an address of its own, or asked by Stripe.js on the page at the return address. */
const challengeOf = ({ id, next_action: action }: Intent, returnUrl: string): ChargeOutcome | null => {
  const url = action?.type === 'use_stripe_sdk' ? returnUrl : action?.redirect_to_url?.url
  return url ? { state: 'challenge', processorCharge: id, url } : null
}

/** What Stripe.js needs to ask the bank's question on the page; null when the intent does not wait for that. */
export const pageSecretOf = ({ status, next_action: action, client_secret: secret }: Intent): string | null =>
  status === 'requires_action' && action?.type === 'use_stripe_sdk' ? secret : null

/** What an intent is compared with: the request that it is for. */
export type IntentTerms = Pick<ChargeRequest, 'amountCents' | 'currency' | 'returnUrl'>

/** What was captured of an intent; one that saves a card captures nothing, in no currency. */
const capturedOf = (intent: Intent, { currency }: IntentTerms) =>
  intent.object === 'setup_intent'
    ? { cents: 0, currency }
    : {
        cents: centsOfStripe(intent.amount_received, intent.currency),
        currency: intent.currency.toUpperCase(),
      }

/** The outcome of an intent; null while it waits for confirmation by the shop. */
export const outcomeOfIntent = (intent: Intent, terms: IntentTerms): ChargeOutcome | null => {
  const error = errorOf(intent)
  switch (intent.status) {
    case 'succeeded':
      return outcomeOfCaptured(terms, capturedOf(intent, terms), {
        processorCharge: intent.id,
        card: cardOf(intent),
      })
    case 'canceled':
      return { state: 'void' }
    case 'requires_action':
      return challengeOf(intent, terms.returnUrl)
    case 'requires_payment_method':
      return error ? declineOf(error, intent.id) : null
    case 'processing':
      return { state: 'unknown' }
    case 'requires_confirmation':
    case 'requires_capture':
      return null
    default:
      return null
  }
}
