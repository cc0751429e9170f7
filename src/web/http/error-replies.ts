import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#platform/log.ts'
import { isDatabaseAway } from '#platform/outage.ts'
import { brand } from '#shared/brand.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ShopError, errorReply, isShopError } from '#shared/errors.ts'
import { localeOf } from '#shared/locale.ts'
import { localRefusal } from '#shared/messages/refusal-text.ts'
import { pageLanguageHeader } from '#shared/page-language.ts'
import { requestIdHeader } from './request-ids.ts'
import { closedHeaders } from './security-headers.ts'

/**
 * Answers invalid HTTP, before there is a request: in the catalogue's form, without the parser's text. The connection
 * ends, because the start of the next request is unknown.
 */
export const replyToBrokenRequest =
  (publicUrl: string, takeId: () => string) =>
  (fault: Error & { readonly code?: string }, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const error = new ShopError('MALFORMED_REQUEST')
    const requestId = takeId()
    const body = JSON.stringify(errorReply(error, requestId))
    const headers = Object.entries({
      ...closedHeaders(publicUrl),
      [brand.keys.errorHeader]: error.code,
      [requestIdHeader]: requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${error.status} Bad Request`, ...headers, '', body].join('\r\n'))
  }

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_BODY',
  // Paths that leave the folder of a file.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SHOP_BUSY',
}

/** Maps anything thrown to an error of the catalogue. */
export const toShopError = (thrown: FastifyError | Error): ShopError => {
  if (isShopError(thrown)) return thrown
  if (isDatabaseAway(thrown)) return new ShopError('SHOP_BUSY', { cause: thrown })
  const status = 'statusCode' in thrown ? thrown.statusCode : undefined
  const code = status === undefined ? undefined : codesByStatus[status]
  return new ShopError(code ?? 'UNKNOWN', { cause: thrown })
}

/**
 * The refusal of a failed request. A fault of the shop is logged with `message`; that a client left before the end of its body
 * is none, and nobody reads that answer.
 */
export const loggedRefusal = (
  log: Pick<Log, 'error'>,
  { id, raw }: Pick<FastifyRequest, 'id' | 'raw'>,
  thrown: FastifyError | Error,
  message: string,
): ShopError => {
  const error = toShopError(thrown)
  if (error.status >= 500 && raw.errored !== thrown) log.error({ requestId: id, err: thrown }, message)
  return error
}

/** Sends a refusal in one form: as a page, or as JSON. */
export type SendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: ShopError,
) => FastifyReply | Promise<FastifyReply>

const retrySeconds = 5

/** The header `Retry-After`: as the error says, and soon where the shop is busy. */
export const retryAfter = ({ status, data }: ShopError): Readonly<Record<string, string>> => {
  const wait = data?.['retry_after'] ?? (status === 503 ? retrySeconds : null)
  return typeof wait === 'number' ? { 'retry-after': String(wait) } : {}
}

/** In English, unless a script of a page in another language asks (decision 397). */
const inRequestLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>, error: ShopError): ShopError => {
  const named = headers[pageLanguageHeader]
  const locale = localeOf(typeof named === 'string' ? named : null)
  return locale === null ? error : localRefusal(error, locale)
}

/** Sends the typed reply of a failed request (spec §8). */
export const sendError = (request: FastifyRequest, reply: FastifyReply, error: ShopError): FastifyReply =>
  reply
    .status(error.status)
    .header(brand.keys.errorHeader, error.code)
    .header('cache-control', 'no-store')
    .headers(retryAfter(error))
    .type('application/json; charset=utf-8')
    .send(errorReply(inRequestLanguage(request, error), request.id))

/** For paths without endpoint and page; the path is not repeated. */
export const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(request, reply, new ShopError('NOT_FOUND'))

/**
 * Whether a person opens this URL in a browser, rather than a program or a script requesting data. Paths under /api are
 * always endpoints. Browsers without Sec-Fetch headers are recognized by what they accept.
 */
export const isNavigation = ({ method, url, headers }: FastifyRequest): boolean => {
  if (!['GET', 'HEAD', 'POST'].includes(method) || url.startsWith('/api/')) return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

/** Refuses a navigation by a page and everything else by JSON. */
export const createRefusal =
  (showPage: SendRefusal): SendRefusal =>
  (request, reply, error) =>
    isNavigation(request) ? showPage(request, reply, error) : sendError(request, reply, error)

/**
 * Every failed endpoint returns `code`, `detail`, `status` and the error header (ruling 1), every failed navigation the
 * fallback screen (spec §2); bugs are logged with the request id.
 */
export const registerErrors = (app: FastifyInstance, log: Log, showPage: SendRefusal): void => {
  const refuse = createRefusal(showPage)
  app.setErrorHandler<FastifyError>((thrown, request, reply) =>
    refuse(request, reply, loggedRefusal(log, request, thrown, 'a request failed')),
  )
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new ShopError('NOT_FOUND')))
}
