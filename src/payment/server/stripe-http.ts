import { Stripe } from 'stripe'
import type { Outgoing, OutgoingRequest } from '#platform/outgoing.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const methodOf = (name: string | undefined): OutgoingRequest['method'] => {
  const known = methods.find((method) => method === name?.toUpperCase())
  if (!known) throw new TypeError(`Stripe's client used the method ${name}.`)
  return known
}

/** Makes Stripe's official client use the shop's outgoing HTTP client. */
export const stripeHttpClient = (outgoing: Outgoing, timeoutMs: number) =>
  Stripe.createFetchHttpClient(async (address, init) => {
    const url = address instanceof Request ? address.url : String(address)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const body = typeof init?.body === 'string' && init.body !== '' ? init.body : undefined
    const reply = await outgoing.request({ method: methodOf(init?.method), url, headers, body, timeoutMs })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  })
