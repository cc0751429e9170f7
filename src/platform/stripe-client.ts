import { Stripe } from 'stripe'
import type { Outgoing } from './outgoing.ts'
import { stripeHttpClient } from './stripe-http.ts'

/** How an account at Stripe is reached. */
export interface StripeAccess {
  readonly secretKey: string
  /** Another server that speaks the protocol; null means Stripe's own. */
  readonly apiBase: string | null
}

/** The version of Stripe's API that all of this is written for: the one of the installed client. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** Stripe's own client over the shop's outgoing requests. It repeats nothing; `timeoutMs` is for each answer. */
export const createStripeClient = (
  { secretKey, apiBase }: StripeAccess,
  outgoing: Outgoing,
  timeoutMs: number,
): Stripe => {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 0,
    telemetry: false,
    // The outgoing request enforces the time-out; the client's own limit is only a fallback.
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
