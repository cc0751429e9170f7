import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ShopError, errorReply, isShopError } from '#shared/errors.ts'
import type { Log } from '#platform/log.ts'
import { isBusy } from '#platform/transaction.ts'

const edgeCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_BODY',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SHOP_BUSY',
}

/** The one mapper from anything thrown to an error of the catalogue. */
export const toShopError = (thrown: FastifyError | Error): ShopError => {
  if (isShopError(thrown)) return thrown
  if (isBusy(thrown)) return new ShopError('SHOP_BUSY', { cause: thrown })
  const status = 'statusCode' in thrown ? thrown.statusCode : undefined
  const code = status === undefined ? undefined : edgeCodes[status]
  return new ShopError(code ?? 'UNKNOWN', { cause: thrown })
}

const sendError = (request: FastifyRequest, reply: FastifyReply, error: ShopError): FastifyReply => {
  const wait = error.data?.['retry_after']
  if (typeof wait === 'number') reply.header('retry-after', wait)
  return reply
    .status(error.status)
    .header(brand.keys.errorHeader, error.code)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorReply(error, request.id))
}

/** For what no call and no page answers; the address is not repeated. */
export const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(request, reply, new ShopError('NOT_FOUND'))

/** Every failed call answers `code`, `detail`, `status` and the error header (ruling 1); faults are logged with the request id. */
export const registerErrors = (app: FastifyInstance, log: Log): void => {
  app.setErrorHandler<FastifyError>((thrown, request, reply) => {
    const error = toShopError(thrown)
    if (error.status >= 500) log.error({ requestId: request.id, err: thrown }, 'a request failed')
    return sendError(request, reply, error)
  })
  app.setNotFoundHandler(refuseUnknown)
}
