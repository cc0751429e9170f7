import { createAccessTokens } from './access-tokens.ts'
import type { AppCredentials } from './access-tokens.ts'
import { operations } from './partner-api.ts'
import type { ErrorReply, Operations } from './partner-api.ts'

export type PartnerClientOptions = {
  /** Such as `https://shop.example`. */
  readonly shopUrl: string
} & (
  | {
      /** The key that the shop made for the partner. */
      readonly key: string
    }
  | { readonly app: AppCredentials }
)

/** A request that the shop has refused. */
export class PartnerApiError extends Error {
  readonly status: number
  readonly code: ErrorReply['code']
  /** A sentence per field, where the input was wrong. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Names the request in the shop's log. */
  readonly requestId: string
  /** Seconds after which it is worth asking again; null where it is not. */
  readonly retryAfter: number | null

  constructor(reply: ErrorReply, headers: Headers) {
    super(reply.detail)
    this.name = 'PartnerApiError'
    this.status = reply.status
    this.code = reply.code
    this.fields = reply.fields ?? {}
    this.requestId = headers.get('x-request-id') ?? ''
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isNaN(seconds) ? null : seconds
  }
}

type OperationName = keyof Operations

/** Writes need a name under which they are done once, however often they are sent. */
type WriteName = {
  [Name in OperationName]: (typeof operations)[Name]['isWrite'] extends true ? Name : never
}[OperationName]

export interface PartnerClient {
  /** Throws PartnerApiError, with an app AccessTokenError, and what `fetch` throws. */
  readonly read: <Name extends Exclude<OperationName, WriteName>>(
    name: Name,
    input: Operations[Name]['input'],
  ) => Promise<Operations[Name]['output']>
  /** Likewise. The same request with the same `idempotencyKey` is done once within 24 hours. */
  readonly write: <Name extends WriteName>(
    name: Name,
    input: Operations[Name]['input'],
    idempotencyKey: string,
  ) => Promise<Operations[Name]['output']>
}

interface Built {
  readonly url: URL
  readonly body: string | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Divides the input into address and body, as the document says. */
const build = (shopUrl: string, name: OperationName, input: object): Built => {
  const { path, query, method } = operations[name]
  const inQuery: readonly string[] = query
  const rest = new Map<string, unknown>(Object.entries(input))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, part: string) => {
    const value = textOf(rest.get(part) ?? '')
    rest.delete(part)
    return encodeURIComponent(value)
  })
  const url = new URL(filled, shopUrl)
  for (const [part, value] of rest) {
    if (!inQuery.includes(part)) continue
    if (value !== undefined) url.searchParams.set(part, textOf(value))
    rest.delete(part)
  }
  return { url, body: method === 'GET' ? undefined : JSON.stringify(Object.fromEntries(rest)) }
}

/** What says who asks: the key, or the access token of the app. */
const createBearer = (options: PartnerClientOptions) =>
  'key' in options
    ? { current: () => Promise.resolve(options.key), drop: null }
    : createAccessTokens(options.shopUrl, options.app)

export const createPartnerClient = (options: PartnerClientOptions): PartnerClient => {
  const { shopUrl } = options
  const bearer = createBearer(options)
  const send = async <Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    extra: Readonly<Record<string, string>>,
  ): Promise<Operations[Name]['output']> => {
    const { url, body } = build(shopUrl, name, input)
    const request = async () => {
      const authorization = `Bearer ${await bearer.current()}`
      const headers = { authorization, 'content-type': 'application/json', ...extra }
      return fetch(url, { method: operations[name].method, headers, body })
    }
    let reply = await request()
    // The token ended early: nothing was done, and another one may be asked for.
    if (reply.status === 401 && bearer.drop !== null) {
      bearer.drop()
      reply = await request()
    }
    if (!reply.ok) {
      const refusal: ErrorReply = await reply.json()
      throw new PartnerApiError(refusal, reply.headers)
    }
    const answer: Operations[Name]['output'] = await reply.json()
    return answer
  }
  return {
    read: (name, input) => send(name, input, {}),
    write: (name, input, idempotencyKey) => send(name, input, { 'idempotency-key': idempotencyKey }),
  }
}
