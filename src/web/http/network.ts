import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from './request-guard.ts'

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

/** Some proxies write the port of the visitor behind the address; each connection has another one. */
const withoutPort = (ip: string): string =>
  /^\[([^\]]+)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip

/** `0DB8` and `db8` are one group. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

/**
 * The key by which limits count an address, the same for every spelling of it: an IPv4 address, or the /64 of an IPv6 one.
 * Those whose connection is closed, and has no address any more, are counted together.
 */
export const networkOf = (address: string | undefined): string => {
  const ip = withoutPort(address ?? '')
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const [before, after] = [groupsIn(head), groupsIn(tail)]
  const gap = ip.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`
}
