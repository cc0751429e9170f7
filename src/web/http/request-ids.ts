import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { Ids } from '#platform/ids.ts'
import { ownValue } from '#shared/own-value.ts'

type IncomingMessage = FastifyRequest['raw']

/** Names a request in the answer, in log lines and in error replies. */
export const requestIdHeader = 'x-request-id'

/** Whether the proxy at `address`, `hop` steps away, is one of the operator's. */
export type ProxyTrust = (address: string, hop: number) => boolean

/** `TRUST_PROXY` as a rule: a number counts the proxies in front of the shop, a text names their addresses. */
export const proxyTrust = (setting: false | number | string): ProxyTrust => {
  if (setting === false) return () => false
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return proxyAddr.compile(setting.split(',').map((address) => address.trim()))
}

/** No text of a person looks like this: no `@`, no space, and as short as ids are. */
const wellFormed = /^[\w.-]{8,64}$/

/**
 * The id of a request: the one that a trusted proxy gave it, so that its log and the shop's name the same request, otherwise
 * a new one. What a client names by itself is ignored: it could give many requests one id.
 */
export const createRequestIds =
  (ids: Pick<Ids, 'requestId'>, isTrusted: ProxyTrust) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = ownValue(headers, requestIdHeader)
    if (typeof given !== 'string' || !wellFormed.test(given)) return ids.requestId()
    return isTrusted(socket.remoteAddress ?? '', 0) ? given : ids.requestId()
  }
