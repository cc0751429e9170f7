import { loadStripe } from '@stripe/stripe-js/pure'
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { cardText, type CardSource, type CardTerms, type TakenCard } from './card-source.ts'
import type { Currency } from '#shared/money.ts'
import { stripeAmount } from '#shared/stripe-amount.ts'

/** The page's own tokens, handed on: the element is drawn on Stripe's side. */
const appearanceOf = (place: HTMLElement): Appearance => {
  const style = getComputedStyle(place)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
    theme: 'flat',
    variables: {
      colorBackground: token('--field'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorDanger: token('--danger'),
      colorPrimary: token('--focus'),
      fontFamily: 'Instrument Sans, system-ui, sans-serif',
      borderRadius: '2px',
    },
    rules: { '.Input': { border: `1px solid ${token('--line-strong')}` } },
  }
}

/** Nothing to pay: the card is only saved. */
const amountOptions = (amountCents: number, currency: Currency) =>
  amountCents === 0
    ? ({ mode: 'setup' } as const)
    : ({ mode: 'payment', amount: stripeAmount(amountCents, currency) } as const)

const modeOf = (terms: CardTerms, appearance: Appearance): StripeElementsOptionsMode => ({
  ...amountOptions(terms.amountCents, terms.currency),
  currency: terms.currency.toLowerCase(),
  setupFutureUsage: terms.savesCard ? 'off_session' : null,
  allowedPaymentMethodTypes: ['card'],
  appearance,
})

/** Draws Stripe's Payment Element. Its script comes from Stripe, and only here. Rejects when it cannot be loaded. */
export const openStripeElement = async (
  place: HTMLElement,
  publishableKey: string,
  terms: CardTerms,
): Promise<CardSource> => {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js could not be loaded.')
  const elements = stripe.elements(modeOf(terms, appearanceOf(place)))
  const element = elements.create('payment')
  element.mount(place)
  const take = async (): Promise<TakenCard> => {
    const { error: invalid } = await elements.submit()
    if (invalid) return { message: invalid.message ?? cardText('Check') }
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements })
    return confirmationToken
      ? { token: confirmationToken.id }
      : { message: error?.message ?? cardText('Check') }
  }
  return {
    take: () => take().catch(() => ({ message: cardText('NoAnswer') })),
    setAmount: (amount) => {
      // `submit` refuses the same amount again, with a message.
      elements.update(amountOptions(amount, terms.currency)).catch(() => undefined)
    },
    remove: () => element.destroy(),
  }
}
