import { brand } from '#shared/brand.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { isRecord } from '#shared/is-record.ts'

/** What the client needs of its environment; browsers provide `fetch` and a timer. */
export interface BrowserDeps {
  readonly send: (path: string, init: RequestInit) => Promise<Response>
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** An endpoint returned an error of the catalogue (spec §8). */
export class ApiError extends Error {
  readonly code: string
  readonly detail: string
  readonly status: number
  /** The sentence of each refused field. */
  readonly fields: Readonly<Record<string, string>>
  readonly data: Readonly<Record<string, unknown>>

  constructor(body: Readonly<Record<string, unknown>>, status: number) {
    super(`${textOf(body['code'])}: ${textOf(body['detail'])}`)
    this.name = 'CallFailed'
    this.code = textOf(body['code'])
    this.detail = textOf(body['detail'])
    this.status = status
    this.fields = Object.fromEntries(
      Object.entries(recordOf(body['fields'])).map(([name, message]) => [name, textOf(message)]),
    )
    this.data = recordOf(body['data'])
  }
}

/** Any other status above 399 (spec §8), for example of a proxy. */
export class RequestFailed extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`Request failed with status ${response.status}`)
    this.name = 'RequestFailed'
    this.response = response
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const wireText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A row of the endpoint table; without its schema (which needs zod) the reply is not parsed. */
type EndpointTarget = Pick<Endpoint, 'method' | 'path'>

/** Where a payload goes and in which form: path parameters first, the rest as query or body. */
export const requestOf = (
  { method, path }: EndpointTarget,
  payload: unknown,
): { readonly path: string; readonly init: RequestInit } => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const fields = recordOf(payload)
  const filledPath = names.reduce<string>(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(wireText(ownValue(fields, name)))),
    path,
  )
  const rest = Object.entries(fields).filter(([name, value]) => !names.includes(name) && value !== undefined)
  const credentials = 'same-origin'
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, wireText(value)])).toString()
    return { path: query === '' ? filledPath : `${filledPath}?${query}`, init: { method, credentials } }
  }
  const headers = { 'content-type': 'application/json' }
  return {
    path: filledPath,
    init: { method, credentials, headers, body: JSON.stringify(Object.fromEntries(rest)) },
  }
}

/** Spec §9: three more tries, after one second, doubled each time, never more than thirty. */
const retries = 3
export const retryDelay = (retry: number): number => Math.min(30_000, 1_000 * 2 ** (retry - 1))

const failureOf = async (response: Response): Promise<Error> => {
  if (response.headers.get(brand.keys.errorHeader) === null) return new RequestFailed(response)
  const body: unknown = await response.json().catch(() => null)
  return isRecord(body) ? new ApiError(body, response.status) : new RequestFailed(response)
}

/** Reading can be repeated and may succeed the next time: the network failed, or the shop did. */
const isRetryable = ({ method }: EndpointTarget, response: Response | null): boolean =>
  method === 'GET' && (response === null || response.status >= 500)

/**
 * Calls an endpoint and returns the JSON of its reply, not validated. Throws ApiError, RequestFailed, or what `send`
 * throws without a response.
 */
export type RequestJson = (endpoint: EndpointTarget, payload: object) => Promise<unknown>

/**
 * The client of pages, which have no schemas. Only reads are retried; a write without a response is settled by its own
 * request id.
 */
export const createRequestJson = ({ send, sleep }: BrowserDeps): RequestJson => {
  const sendWithRetries = async (endpoint: EndpointTarget, payload: object): Promise<Response> => {
    const { path, init } = requestOf(endpoint, payload)
    for (let retry = 1; ; retry += 1) {
      const response = await send(path, init).catch((thrown: unknown) => {
        if (retry > retries || !isRetryable(endpoint, null)) throw thrown
        return null
      })
      if (response && (retry > retries || !isRetryable(endpoint, response))) return response
      await sleep(retryDelay(retry))
    }
  }
  return async (endpoint, payload) => {
    const response = await sendWithRetries(endpoint, payload)
    if (response.status > 399) throw await failureOf(response)
    const body: unknown = await response.json()
    return body
  }
}
