import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { PaymentMethod } from './card-methods.ts'
import { parseForm, text, type Form } from './form-body.ts'
import { answerChallenge, cancelIntent, confirmIntent, createIntent } from './intents.ts'
import { findIntent, intentReply, type Intent, type StripeState } from './intents.ts'
import { listIntents, listRefunds } from './lists.ts'
import { createRefund, findRefund } from './refunds.ts'
import { StripeRefusal, noSuch } from './stripe-refusal.ts'

/** `lost`: nothing happens and no answer comes. `silent` and `reset`: it happens, the answer is lost. */
type Misbehaviour = 'lost' | 'silent' | 'reset' | 'error-500' | 'rate-limit'

interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: string
}

export interface StripeServer {
  readonly url: string
  /** The next request whose path ends so goes wrong in this way. */
  readonly misbehave: (pathEnd: string, how: Misbehaviour) => void
  /** A token as the Payment Element makes it, for one of Stripe's test methods. */
  readonly confirmationToken: (testMethod: string) => string
  /** Every intent there is. */
  readonly intents: () => readonly Intent[]
  readonly sign: (rawBody: string, seconds: number) => string
  /** Stripe forgets idempotency keys after a day. */
  readonly forgetKeys: () => void
  readonly stop: () => Promise<void>
}

interface StripeResponse {
  readonly status: number
  readonly body: unknown
}

interface StoredResponse {
  readonly digest: string
  readonly answer: StripeResponse
}

interface Options {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly onWebhook: (webhook: SentWebhook) => void
  /** Seconds since 1970. */
  readonly now: () => number
}

const createCustomer = (state: StripeState, form: Form) => {
  const customer = { id: state.newId('cus'), object: 'customer', email: text(form, 'email') ?? null }
  state.customers.set(customer.id, customer)
  return customer
}

const expandOf = (query: URLSearchParams): string[] =>
  [...query].filter(([name]) => name.startsWith('expand[')).map(([, value]) => value)

const run = (state: StripeState, method: string, url: URL, form: Form): unknown => {
  const [, , kind = '', id = '', act = ''] = url.pathname.split('/')
  switch (`${method} ${kind}${id ? '/id' : ''}${act ? `/${act}` : ''}`) {
    case 'POST customers':
      return createCustomer(state, form)
    case 'POST payment_intents':
      return createIntent(state, 'payment_intent', form)
    case 'POST setup_intents':
      return createIntent(state, 'setup_intent', form)
    case 'GET payment_intents':
      return listIntents(state, 'payment_intent', url.searchParams)
    case 'GET setup_intents':
      return listIntents(state, 'setup_intent', url.searchParams)
    case 'GET payment_intents/id':
    case 'GET setup_intents/id':
      return intentReply(state, findIntent(state, id), expandOf(url.searchParams))
    case 'POST payment_intents/id/confirm':
    case 'POST setup_intents/id/confirm':
      return confirmIntent(state, id, form)
    case 'POST payment_intents/id/cancel':
    case 'POST setup_intents/id/cancel':
      return cancelIntent(state, id)
    case 'POST refunds':
      return createRefund(state, form)
    case 'GET refunds':
      return listRefunds(state, url.searchParams)
    case 'GET refunds/id':
      return findRefund(state, id)
    default:
      throw noSuch('url', url.pathname)
  }
}

const idempotencyMismatch: StripeResponse = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}

const unauthorized: StripeResponse = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
}

const attempt = (
  state: StripeState,
  method: string,
  url: URL,
  form: Form,
): { answer: StripeResponse; stored: boolean } => {
  try {
    return { answer: { status: 200, body: run(state, method, url, form) }, stored: true }
  } catch (thrown) {
    if (!(thrown instanceof StripeRefusal)) throw thrown
    return { answer: { status: thrown.status, body: { error: thrown.error } }, stored: thrown.kept }
  }
}

const send = (response: ServerResponse, { status, body }: StripeResponse, replayed: boolean): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(6).toString('hex')}`,
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  })
  response.end(JSON.stringify(body))
}

const newState = (options: Options, url: () => string): StripeState => {
  const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
  const state: StripeState = {
    url,
    newId,
    now: options.now,
    intents: new Map(),
    refunds: new Map(),
    customers: new Map(),
    methods: new Map<string, PaymentMethod>(),
    confirmationTokens: new Map(),
    emit: (type, object) => {
      const rawBody = JSON.stringify({
        id: newId('evt'),
        object: 'event',
        type,
        created: options.now(),
        data: { object },
      })
      const signature = signatureOf(options.webhookSecret, rawBody, options.now())
      options.onWebhook({ rawBody, headers: { 'stripe-signature': signature } })
    },
  }
  return state
}

const signatureOf = (secret: string, rawBody: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')}`

const faults: Partial<Record<Misbehaviour, StripeResponse>> = {
  'error-500': { status: 500, body: { error: { type: 'api_error', message: 'An error occurred.' } } },
  'rate-limit': {
    status: 429,
    body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' } },
  },
}

/** A server that speaks the parts of Stripe's protocol that the adapter uses, with idempotency keys and signed webhooks. */
export const startStripeServer = async (options: Options): Promise<StripeServer> => {
  const place = { url: '' }
  const state = newState(options, () => place.url)
  const stored = new Map<string, StoredResponse>()
  const planned = new Map<string, Misbehaviour>()

  const misbehaviourFor = (path: string): Misbehaviour | null => {
    for (const [pathEnd, how] of planned) {
      if (!path.endsWith(pathEnd)) continue
      planned.delete(pathEnd)
      return how
    }
    return null
  }

  const answer = (
    request: IncomingMessage,
    url: URL,
    body: string,
  ): { answer: StripeResponse; replayed: boolean } => {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`)
      return { answer: unauthorized, replayed: false }
    const key = request.headers['idempotency-key']
    const digest = createHash('sha256').update(`${request.method} ${url.pathname} ${body}`).digest('hex')
    const before = typeof key === 'string' ? stored.get(key) : undefined
    if (before && before.digest !== digest) return { answer: idempotencyMismatch, replayed: false }
    if (before) return { answer: before.answer, replayed: true }
    const made = attempt(state, request.method ?? 'GET', url, parseForm(body))
    if (typeof key === 'string' && made.stored) stored.set(key, { digest, answer: made.answer })
    return { answer: made.answer, replayed: false }
  }

  const challenge = (response: ServerResponse, url: URL): void => {
    const approved = url.searchParams.get('answer') === 'approve'
    const location = answerChallenge(state, url.pathname.split('/').at(-1) ?? '', approved)
    response.writeHead(303, { location }).end()
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request)
    const url = new URL(request.url ?? '/', place.url)
    if (url.pathname.startsWith('/authenticate/')) return challenge(response, url)
    const how = misbehaviourFor(url.pathname)
    const fault = how === null ? undefined : faults[how]
    if (fault) return send(response, fault, false)
    if (how === 'lost') return
    const made = answer(request, url, body)
    if (how === 'reset') request.socket.resetAndDestroy()
    else if (how === null) send(response, made.answer, made.replayed)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  place.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: place.url,
    misbehave: (pathEnd, how) => void planned.set(pathEnd, how),
    confirmationToken: (testMethod) => {
      const id = state.newId('ctoken')
      state.confirmationTokens.set(id, testMethod)
      return id
    },
    intents: () => [...state.intents.values()],
    sign: (rawBody, seconds) => signatureOf(options.webhookSecret, rawBody, seconds),
    forgetKeys: () => stored.clear(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
