import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'
import { isFields, type Fields } from './request-fields.ts'

const bodyLimit = 32_768

/** One request with its answer, as the routes see it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** The `{…}` parts of the route's path, in order. */
  readonly parts: readonly string[]
}

const readBody = async (request: IncomingMessage, limit: number): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > limit) throw new Refusal(413, 'body_too_large', 'The request body is too large.')
    pieces.push(bytes)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'body_malformed', 'The request body is not JSON.')
  }
}

/** The body of an API call, of at most `limit` bytes. */
export const readJson = async ({ request }: Exchange, limit = bodyLimit): Promise<Fields> => {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    throw new Refusal(415, 'media_type', 'The request body must be application/json.')
  const value = parseJson(await readBody(request, limit))
  if (!isFields(value)) throw new Refusal(400, 'body_malformed', 'The request body is not an object.')
  return value
}

/** The body of a submitted form. */
export const readForm = async ({ request }: Exchange): Promise<URLSearchParams> => {
  if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw new Refusal(415, 'media_type', 'The request body must be a form.')
  return new URLSearchParams(await readBody(request, bodyLimit))
}

type Headers = Readonly<Record<string, string>>

export const send = (
  { response }: Exchange,
  status: number,
  headers: Headers,
  body: string | Buffer,
): void => {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers })
  response.end(body)
}

export const sendJson = (exchange: Exchange, status: number, value: unknown): void =>
  send(
    exchange,
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify(value),
  )

export const redirect = (exchange: Exchange, address: string): void =>
  send(exchange, 303, { location: address, 'cache-control': 'no-store' }, '')

/** Fires when the client leaves before the answer is out. */
export const clientGone = ({ response }: Exchange): AbortSignal => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** With `*` for one part of the path. */
  readonly path: string
  readonly answer: (exchange: Exchange) => Promise<void> | void
}

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The parts in place of the stars, or null when the path is another one. */
export const matchPath = (pattern: string, path: string): string[] | null => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const parts: string[] = []
  for (const [place, name] of wanted.entries()) {
    const part = decoded(given[place] ?? '')
    if (part === null || (name !== '*' && name !== part)) return null
    if (name === '*') parts.push(part)
  }
  return parts
}
