import { Stripe } from 'stripe'
import type { Outgoing, OutgoingRequest } from './outgoing.ts'

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
export const stripeHttpClient = (outgoing: Outgoing, timeoutMs: number) =>
  Stripe.createFetchHttpClient(async (address, init) => {
    const url = address instanceof Request ? address.url : String(address)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const body = bodyOf(init?.body)
    const reply = await outgoing.request({ method: methodOf(init?.method), url, headers, body, timeoutMs })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  })
