import { loadStripe } from '@stripe/stripe-js/pure'
import type {
  ChangeResolveDetails,
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { shownByStripe } from '#shared/stripe-amount.ts'
import { isRefusal } from './wallet.ts'
import type { ApprovedWallet, WalletButtons, WalletHost, WalletOffer, WalletRefusal, WalletTerms } from './wallet.ts' // prettier-ignore

/** The sum and whether the card is saved; the same that the shop opens the payment with. */
const optionsOf = ({ amount, currency, saves }: WalletTerms) =>
  ({
    amount: shownByStripe(amount, currency),
    currency: currency.toLowerCase(),
    setupFutureUsage: saves ? 'off_session' : null,
  }) as const

const termsOf = ({ total: amount, currency, terms }: WalletOffer): WalletTerms => ({
  amount,
  currency,
  saves: terms.length > 0,
})

/** Apple Pay shows one agreement; with two subscriptions the rows and the page's sentences say it. */
const applePayOf = ({ currency, renewals, terms }: WalletOffer) => {
  const [renewal, ...others] = renewals
  if (!renewal || others.length > 0) return { recurringPaymentRequest: null }
  const { label, amount, months, first_on } = renewal
  return {
    recurringPaymentRequest: {
      paymentDescription: label,
      managementURL: `${location.origin}/account/subscriptions`,
      billingAgreement: terms.join(' '),
      regularBilling: {
        label,
        amount: shownByStripe(amount, currency),
        recurringPaymentStartDate: new Date(`${first_on}T12:00:00Z`),
        recurringPaymentIntervalUnit: 'month' as const,
        recurringPaymentIntervalCount: months,
      },
    },
  }
}

/**
 * What Stripe shows of an offer: the chosen way of shipping first, which is how it knows that it is chosen. Renewals are
 * rows without an amount, because Google Pay has no other place for them.
 */
const detailsOf = (offer: WalletOffer): ChangeResolveDetails => {
  const { currency, lines, shipping, shipping_id } = offer
  const chosenFirst = [...shipping].sort(
    (a, b) => Number(b.id === shipping_id) - Number(a.id === shipping_id),
  )
  return {
    lineItems: [
      ...lines.map(({ label: name, amount }) => ({ name, amount: shownByStripe(amount, currency) })),
      ...offer.terms.map((name) => ({ name, amount: 0 })),
    ],
    shippingRates: chosenFirst.map(({ id, label: displayName, amount, detail: deliveryEstimate }) => ({
      id,
      displayName,
      amount: shownByStripe(amount, currency),
      ...(deliveryEstimate === '' ? {} : { deliveryEstimate }),
    })),
    applePay: applePayOf(offer),
  }
}

interface Session {
  readonly stripe: Stripe
  readonly elements: StripeElements
  readonly host: WalletHost
}

interface Answerable {
  readonly resolve: (details: ChangeResolveDetails) => void
  readonly reject: () => void
}

/** Shows what the shop answered; the sum is set before the wallet continues. */
const answer = async (
  { elements }: Session,
  { resolve, reject }: Answerable,
  requested: Promise<WalletOffer | WalletRefusal>,
): Promise<WalletRefusal | null> => {
  const offer = await requested
  if (isRefusal(offer)) {
    reject()
    return offer
  }
  await elements.update(optionsOf(termsOf(offer)))
  resolve(detailsOf(offer))
  return null
}

/** Stripe waits a second for the answer to a pressed button. */
const answerWithinMs = 900

const open = async (session: Session, event: StripeExpressCheckoutElementClickEvent): Promise<void> => {
  const tooLate = new Promise<WalletRefusal>((resolve) => {
    setTimeout(() => resolve(session.host.noAnswer), answerWithinMs)
  })
  const refusal = await answer(session, event, Promise.race([session.host.opened(), tooLate]))
  if (refusal !== null) session.host.failed(refusal)
}

const approvedBy = (
  token: string,
  { billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent,
): ApprovedWallet | null => {
  if (!shippingAddress) return null
  const { name, address } = shippingAddress
  const { email = '', phone = '' } = billingDetails ?? {}
  return { token, email, contact: { name, phone, address } }
}

const confirm = async (
  { stripe, elements, host }: Session,
  event: StripeExpressCheckoutElementConfirmEvent,
): Promise<void> => {
  const fail = (refusal: WalletRefusal): void =>
    event.paymentFailed({ reason: 'fail', message: refusal.message })
  const { error: invalid } = await elements.submit()
  const { confirmationToken, error } = invalid
    ? { confirmationToken: undefined, error: invalid }
    : await stripe.createConfirmationToken({ elements })
  const approved = confirmationToken ? approvedBy(confirmationToken.id, event) : null
  if (!approved) {
    const refusal = error?.message === undefined ? host.noAnswer : { message: error.message }
    fail(refusal)
    host.failed(refusal)
    return
  }
  const refusal = await host.confirmed(approved)
  if (refusal !== null) fail(refusal)
}

const buttonHeight = 52

const createElement = ({ elements }: Session) =>
  elements.create('expressCheckout', {
    buttonHeight,
    emailRequired: true,
    phoneNumberRequired: true,
    shippingAddressRequired: true,
    billingAddressRequired: true,
    // Before a button is pressed nothing is known of the destination.
    shippingRates: [{ id: 'unknown', displayName: 'Shipping', amount: 0 }],
    buttonTheme: { applePay: 'black', googlePay: 'black' },
    // The others cannot be saved for renewals in every country that the shop sells to.
    paymentMethods: { link: 'auto', amazonPay: 'never', paypal: 'never', klarna: 'never' },
  })

type ExpressCheckout = ReturnType<typeof createElement>

const listen = (session: Session, element: ExpressCheckout): void => {
  const { host } = session
  element.on('click', (event) => void open(session, event).catch(() => host.failed(host.noAnswer)))
  element.on('shippingaddresschange', (event) => {
    answer(session, event, host.placeChanged(event.address)).catch(event.reject)
  })
  element.on('shippingratechange', (event) => {
    answer(session, event, host.shippingChanged(event.shippingRate.id)).catch(event.reject)
  })
  element.on('confirm', (event) => {
    confirm(session, event).catch(() => {
      event.paymentFailed()
      host.failed(host.noAnswer)
    })
  })
  element.on('cancel', host.closed)
}

/** Whether this browser has one of the wallets. */
const isOffered = (element: ExpressCheckout): Promise<boolean> =>
  new Promise((resolve) => {
    element.on('ready', ({ availablePaymentMethods }) => resolve(availablePaymentMethods !== undefined))
    element.on('loaderror', () => resolve(false))
  })

/** Stripe's Express Checkout Element: Apple Pay, Google Pay and Link. Null when this browser has none of them. */
export const openStripeWallet = async (
  place: HTMLElement,
  publishableKey: string,
  terms: WalletTerms,
  host: WalletHost,
): Promise<WalletButtons | null> => {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js could not be loaded.')
  const elements = stripe.elements({
    mode: 'payment',
    ...optionsOf(terms),
    allowedPaymentMethodTypes: ['card', 'link'],
    appearance: { variables: { borderRadius: '2px' } },
  })
  const session = { stripe, elements, host }
  const element = createElement(session)
  listen(session, element)
  const offered = isOffered(element)
  element.mount(place)
  if (!(await offered)) {
    element.destroy()
    return null
  }
  return {
    setTerms: (next) => {
      elements.update(optionsOf(next)).catch(() => undefined)
    },
    remove: () => element.destroy(),
  }
}
