import { z } from 'zod'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'

const ErrorBody = z.object({
  code: z.string(),
  detail: z.string(),
  status: z.number(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

/** A call that was answered by an error of the catalogue. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly fields: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, unknown>>
  /** The header Retry-After. */
  readonly retryAfter: string | null

  constructor(body: z.output<typeof ErrorBody>, retryAfter: string | null) {
    super(`${body.code}: ${body.detail} ${JSON.stringify(body.fields ?? {})}`)
    this.code = body.code
    this.status = body.status
    this.detail = body.detail
    this.fields = body.fields ?? {}
    this.data = body.data ?? {}
    this.retryAfter = retryAfter
  }
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface ApiRequest {
  readonly method: string
  readonly path: string
  /** As it goes over the wire. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An HTTP client of the shop that stores its cookies. */
export interface ApiClient {
  readonly origin: string
  readonly jar: Map<string, string>
  readonly send: (request: ApiRequest) => Promise<ApiResponse>
  /** A call of the call table over HTTP. Throws CallFailed for an error of the catalogue. */
  readonly call: <C extends Endpoint>(endpoint: C, payload: PayloadInput<C>) => Promise<ReplyOf<C>>
}

const wire = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The request that a payload of this call makes: path parameters, then query or body. */
const requestFor = (endpoint: Endpoint, payload: unknown): ApiRequest => {
  const fields = isRecord(payload) ? payload : {}
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const template: string = endpoint.path
  const path = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(wire(fields[name]))),
    template,
  )
  const rest = Object.entries(fields).filter(([name, value]) => !names.includes(name) && value !== undefined)
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, wire(value)])).toString()
    return { method: endpoint.method, path: query === '' ? path : `${path}?${query}` }
  }
  return {
    method: endpoint.method,
    path,
    body: JSON.stringify(Object.fromEntries(rest)),
    headers: { 'content-type': 'application/json' },
  }
}

const storeCookies = (jar: Map<string, string>, headers: Headers): void => {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const gone = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one))
    if (gone) jar.delete(name)
    else jar.set(name, pair.slice(name.length + 1))
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What every failed call has to look like (spec §8): the typed body, the same status, the error header. */
const apiErrorOf = (answer: ApiResponse): ApiError => {
  const body = ErrorBody.safeParse(parseJson(answer.text))
  if (!body.success)
    throw new Error(`not an error of the catalogue: ${answer.status} ${answer.text.slice(0, 300)}`)
  const errorHeader = answer.headers.get(brand.keys.errorHeader)
  if (errorHeader !== body.data.code || answer.status !== body.data.status) {
    throw new Error(`header ${errorHeader}, status ${answer.status} and body ${answer.text} disagree`)
  }
  return new ApiError(body.data, answer.headers.get('retry-after'))
}

/** The typed error that an answer carries; throws when it is not one. */
export const apiErrorIn = (answer: ApiResponse): ApiError => apiErrorOf(answer)

let networks = 0

/** An address of their own for each caller, as the proxy in front of a shop names it: limits count by network. */
const ownNetwork = (): Readonly<Record<string, string>> => {
  networks += 1
  return { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` }
}

const apiClientWith = (origin: string, headers: Readonly<Record<string, string>>): ApiClient => {
  const jar = new Map<string, string>()
  const send = async (request: ApiRequest): Promise<ApiResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${origin}${request.path}`, {
      method: request.method,
      redirect: 'manual',
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }), ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    storeCookies(jar, response.headers)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    origin,
    jar,
    send,
    call: async <C extends Endpoint>(endpoint: C, payload: PayloadInput<C>): Promise<ReplyOf<C>> => {
      const answer = await send(requestFor(endpoint, payload))
      if (answer.status >= 400) throw apiErrorOf(answer)
      return z.parse<C['reply']>(endpoint.reply, parseJson(answer.text))
    },
  }
}

/** A caller without cookies, from a network of their own; `headers` go with every request. */
export const newApiClient = (
  origin: string,
  extraHeaders: Readonly<Record<string, string>> = {},
): ApiClient => apiClientWith(origin, { ...ownNetwork(), ...extraHeaders })

/** A caller on the shop's own machine and behind no proxy: the outbox and the time machine answer only them. */
export const newLocalApiClient = (origin: string): ApiClient => apiClientWith(origin, {})
