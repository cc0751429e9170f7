import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from './account/account.ts'
import { stripeApiVersion } from './api-version.ts'
import { routeOf, unknownCall } from './calls/routes.ts'
import { earlyFault, serverError } from './wire/faults.ts'
import type { PlannedFaults } from './wire/faults.ts'
import { parseForm } from './wire/form.ts'
import { createIdempotency } from './wire/idempotency.ts'
import type { Idempotency, Reply } from './wire/idempotency.ts'
import { StripeFault } from './wire/stripe-fault.ts'

interface Parts {
  readonly account: Account
  readonly faults: PlannedFaults
  readonly secretKey: string
}

interface Incoming {
  readonly method: string
  readonly path: string
  readonly text: string
  readonly key: string | null
  readonly requestId: string
}

const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Refuses what carries no valid key or speaks another version of the API. */
const assertCaller = (request: FastifyRequest, secretKey: string): void => {
  const given = /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1]
  if (given === undefined)
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  if (given !== secretKey)
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${given.slice(0, 8)}****`,
    })
  const version = headerOf(request, 'stripe-version')
  if (version !== stripeApiVersion)
    throw StripeFault.invalid(
      `Invalid Stripe API version: ${version ?? 'none'}. The stand-in speaks ${stripeApiVersion}.`,
    )
}

const isUpload = (request: FastifyRequest): boolean =>
  headerOf(request, 'content-type')?.startsWith('multipart/form-data') === true

/** The parts of an upload as a form: the content of a file under `data`, with its name and type. */
const uploadedForm = async (request: FastifyRequest): Promise<string> => {
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : ''
  const headers = { 'content-type': headerOf(request, 'content-type') ?? '' }
  const form = new URLSearchParams()
  for (const [name, value] of await new Response(body, { headers }).formData()) {
    if (typeof value === 'string') form.set(name, value)
    else {
      form.set(`${name}[data]`, Buffer.from(await value.arrayBuffer()).toString('latin1'))
      form.set(`${name}[name]`, value.name)
      form.set(`${name}[type]`, value.type)
    }
  }
  return form.toString()
}

const incomingOf = async (request: FastifyRequest, requestId: string): Promise<Incoming> => {
  const { pathname, search } = new URL(request.url, 'http://stand-in')
  const isFile = isUpload(request) && pathname === '/v1/files'
  const sent = typeof request.body === 'string' ? request.body : ''
  const body = isFile ? await uploadedForm(request) : sent
  const type = headerOf(request, 'content-type')
  if (!isFile && body !== '' && type?.split(';')[0] !== 'application/x-www-form-urlencoded')
    throw StripeFault.invalid(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`,
    )
  if (request.method === 'POST' && search !== '')
    throw StripeFault.unmodelled('parameters of a POST in its URL')
  const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : null
  if (key !== null && key.length > 255)
    throw StripeFault.invalid('The idempotency key is too long: at most 255 characters.')
  return {
    method: request.method,
    path: pathname,
    text: request.method === 'POST' ? body : search.slice(1),
    key,
    requestId,
  }
}

const json = (value: object): string => JSON.stringify(value, null, 2)

const refusal = (fault: StripeFault, requestId: string): Reply => ({
  status: fault.status,
  body: json({
    error: { ...fault.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  }),
  requestId,
  shouldRetry:
    fault.status === 409 || fault.body.code === 'lock_timeout' ? true : fault.status === 500 ? false : null,
})

/** Runs the call and gives its reply; only a fault of the stand-in itself is thrown. */
const replyOf = (account: Account, incoming: Incoming, run: () => object): Reply => {
  const { requestId } = incoming
  account.request = { id: requestId, idempotencyKey: incoming.key }
  try {
    return { status: 200, body: json(run()), requestId, shouldRetry: null }
  } catch (error) {
    if (error instanceof StripeFault) return refusal(error, requestId)
    throw error
  } finally {
    account.request = null
  }
}

type Sent = { readonly reply: Reply; readonly isReplay: boolean } | 'cut'

/** From the parameters to the reply, with the faults that are planned. */
const serve = async (
  { account, faults }: Parts,
  idempotency: Idempotency,
  incoming: Incoming,
): Promise<Sent> => {
  const { method, path, text, key, requestId } = incoming
  const call = `${method} ${path}`
  const kind = faults.take(call)
  const early = earlyFault(kind)
  if (early) throw early
  if (kind === 'cut_before') return 'cut'
  const found = routeOf(method, path)
  if (!found) throw unknownCall(method, path)
  const run = found.prepare(account, parseForm(text), found.id)
  const repeated = key === null ? null : idempotency.begin(key, `${call} ${text}`)
  if (repeated) return kind === 'cut_after' ? 'cut' : { reply: repeated, isReplay: true }
  await faults.wait(call, 'before')
  const done = kind === 'error_before' ? refusal(serverError(), requestId) : replyOf(account, incoming, run)
  const reply = kind === 'error_after' ? refusal(serverError(), requestId) : done
  if (key !== null) {
    // What the stand-in cannot do says nothing about Stripe, so it is not repeated.
    if (reply.status === 501) idempotency.release(key)
    else idempotency.store(key, reply)
  }
  await faults.wait(call, 'after')
  return kind === 'cut_after' ? 'cut' : { reply, isReplay: false }
}

const send = (
  to: FastifyReply,
  sent: Sent,
  incoming: { readonly key: string | null; readonly requestId: string },
): FastifyReply => {
  if (sent === 'cut') {
    to.hijack()
    to.raw.destroy()
    return to
  }
  const { reply, isReplay } = sent
  return to
    .code(reply.status)
    .headers({
      'content-type': 'application/json',
      'request-id': incoming.requestId,
      'stripe-version': stripeApiVersion,
      ...(incoming.key === null ? {} : { 'idempotency-key': incoming.key }),
      ...(isReplay ? { 'idempotent-replayed': 'true', 'original-request': reply.requestId } : {}),
      ...(reply.shouldRetry === null ? {} : { 'stripe-should-retry': String(reply.shouldRetry) }),
    })
    .send(reply.body)
}

/** The HTTP side of one account, not listening yet. */
export const createHttpServer = (parts: Parts): FastifyInstance => {
  const idempotency = createIdempotency(parts.account.now)
  const server = fastify({ forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: 'buffer', bodyLimit: 10_000_000 },
    (_request, body, done) => done(null, body),
  )
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.all('/*', async (request, to) => {
    const requestId = parts.account.newId('req')
    const key = headerOf(request, 'idempotency-key')
    try {
      assertCaller(request, parts.secretKey)
      const incoming = await incomingOf(request, requestId)
      return send(to, await serve(parts, idempotency, incoming), incoming)
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      return send(to, { reply: refusal(error, requestId), isReplay: false }, { key, requestId })
    }
  })
  return server
}
