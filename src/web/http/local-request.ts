import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from './own-host.ts'

const loopback = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i

/** What proxies write on a request that they pass on. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|(x|true|fly|x-cluster)-client-ip|cf-.+)$/

/**
 * Whether a request comes from this machine itself: by a loopback connection and a loopback host name, and not through
 * a proxy, which would make everybody look local.
 */
export const isLocal = ({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean =>
  loopback.test(raw.socket.remoteAddress ?? '') &&
  isLoopbackHost(headers.host ?? '') &&
  !Object.keys(headers).some((name) => proxyHeaders.test(name))

/** Whether PUBLIC_URL has a loopback name. In front of any other shop there may be a proxy that sets no header. */
export const isLocalOnly = (publicUrl: string): boolean => isLoopbackHost(new URL(publicUrl).host)
