import { Stripe } from 'stripe'
import { TaxFailure } from './tax-port.ts'

const { StripeError, StripeInvalidRequestError } = Stripe.errors

/** What Stripe threw, as a failure of the port; throws what is not of Stripe. */
export const taxFailure = (thrown: unknown): TaxFailure => {
  if (!(thrown instanceof StripeError)) throw thrown
  const reason = [thrown.code ?? thrown.type, thrown.message].join(': ')
  return new TaxFailure(thrown instanceof StripeInvalidRequestError ? 'refused' : 'away', reason, thrown)
}
