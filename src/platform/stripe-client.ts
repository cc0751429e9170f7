import { Stripe } from 'stripe'
import type { Outgoing, OutgoingRequest } from './outgoing.ts'

/** How an account at Stripe is reached. */
export interface StripeAccess {
  readonly secretKey: string
  /** Another server that speaks the protocol; null means Stripe's own. */
  readonly apiBase: string | null
}

/** The version of Stripe's API that all of this is written for: the one of the installed client. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const methodOf = (name: string | undefined): OutgoingRequest['method'] => {
  const known = methods.find((method) => method === name?.toUpperCase())
  if (!known) throw new TypeError(`Stripe's client used the method ${name}.`)
  return known
}

/** Text, or the bytes of a file; nothing for an empty text. */
const bodyOf = (body: BodyInit | null | undefined): OutgoingRequest['body'] => {
  if (typeof body === 'string') return body === '' ? undefined : body
  return body instanceof Uint8Array ? new Uint8Array(body) : undefined
}

/** Makes Stripe's official client use the shop's outgoing HTTP client. */
const stripeHttpClient = (outgoing: Outgoing, timeoutMs: number) =>
  Stripe.createFetchHttpClient(async (address, init) => {
    const url = address instanceof Request ? address.url : String(address)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const body = bodyOf(init?.body)
    const reply = await outgoing.request({ method: methodOf(init?.method), url, headers, body, timeoutMs })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  })

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
