import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { stripeApiVersion } from './api-version.ts'
import { startStripe } from './start-stripe.ts'
import type { StandIn } from './start-stripe.ts'

export const secretKey = 'sk_test_standin'

interface InTest {
  readonly standIn: StandIn
  /** Stripe's own SDK, which does not repeat a request unless it is said to. */
  readonly stripe: Stripe
  readonly pass: (duration: Temporal.DurationLike) => void
}

/** An account of its own for one test, with a clock that stands until it is moved. */
export const accountInTest = async (
  settings: { readonly maxNetworkRetries?: number } = {},
): Promise<InTest> => {
  let now = Temporal.Instant.from('2026-11-02T09:00:00Z')
  const standIn = await startStripe({ clock: { now: () => now }, secretKey })
  onTestFinished(standIn.close)
  const { host, port } = standIn
  const stripe = new Stripe(secretKey, {
    host,
    port,
    protocol: 'http',
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 0,
    telemetry: false,
    ...settings,
  })
  return { standIn, stripe, pass: (duration) => void (now = now.add(duration)) }
}

/** A customer with a card that was set up, for off-session payments. */
export const customerWithCard = async (
  stripe: Stripe,
  card: string,
): Promise<{ readonly customer: string; readonly method: string }> => {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const { id: method } = await stripe.paymentMethods.attach(card, { customer })
  return { customer, method }
}

/** What the SDK threw; a call that succeeds fails the test. */
export const errorOf = async (
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> => {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`expected a Stripe error, not ${String(outcome)}`)
}

/** The id of a property that was not expanded. */
export const idOf = (property: string | { readonly id: string } | null | undefined): string => {
  if (typeof property === 'string') return property
  throw new Error(`expected an id, not ${JSON.stringify(property)}`)
}

export const returnUrl = 'https://shop.example/checkout/done'

/** A payment with a card only, so that it needs no URL to return to. */
export const byCard = {
  currency: 'usd',
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const
