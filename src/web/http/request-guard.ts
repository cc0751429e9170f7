import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '#platform/log.ts'
import { ShopError } from '#shared/errors.ts'

type IncomingMessage = FastifyRequest['raw']

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Addresses to listen on that name no machine. */
const wildcards = ['0.0.0.0', '::']

/** The name in a Host header, lower case and without its port; null when it is invalid. */
const hostNameIn = (host: string): string | null =>
  /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.exec(host.toLowerCase())?.[1] ?? null

/** Whether a Host header has a loopback name. */
export const isLoopbackHost = (host: string): boolean => loopbackName.test(hostNameIn(host) ?? '')

/** Whether a request has one Host header. Node keeps the first of two, and a proxy may use the second. */
const hasOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1
}

/** Whether the request target is a path. An absolute URL names a host too; only proxies get those. */
const isPathRequest = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean => url.startsWith('/')

interface HostSettings {
  readonly publicUrl: string
  /** What the shop listens on. */
  readonly host: string
}

export type HostCheck = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>) => boolean

/**
 * Whether a request was meant for this shop: its Host is that of PUBLIC_URL, that of HOST or a name of this machine. A
 * page of another site can have its own name resolve to the shop's address (DNS rebinding); browsers then treat the
 * shop as that site.
 */
export const createHostCheck = ({ publicUrl, host }: HostSettings): HostCheck => {
  const ownHosts = [new URL(publicUrl).hostname, ...(wildcards.includes(host) ? [] : [host.toLowerCase()])]
  // Nearly all requests name the host that the one before them named.
  let known = ''
  const isOwn = (host: string): boolean => {
    if (host === known && host !== '') return true
    const name = hostNameIn(host)
    if (name === null || !(ownHosts.includes(name) || loopbackName.test(name))) return false
    known = host
    return true
  }
  return (request) => isOwn(request.headers.host ?? '') && hasOneHost(request) && isPathRequest(request)
}

/** Probes and scrapers use a machine's address; nothing there is personal. */
const probePaths = ['/livez', '/readyz']

const wrongHostMessage = 'This shop doesn’t use this host name. Its operator sets the name as PUBLIC_URL.'

/** Refuses requests for another host. The metrics are for scrapers too, once they need a token. */
export const guardHost = (app: FastifyInstance, isOwnHost: HostCheck, metricsToken: string | null): void => {
  const open = metricsToken === null ? probePaths : [...probePaths, '/metrics']
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = open.includes(request.url)
    done(
      isOpen || isOwnHost(request.raw)
        ? undefined
        : new ShopError('MALFORMED_REQUEST', { detail: wrongHostMessage }),
    )
  })
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

const ownSites = ['same-origin', 'none']

/** The origin of the page that a `Referer` names; `null` as browsers write it when it is no address of the web. */
const originOf = (referer: string | undefined): string | undefined => {
  if (referer === undefined) return undefined
  return URL.canParse(referer) ? new URL(referer).origin : 'null'
}

/** Browsers say where a request comes from; one from another site may read pages, never change anything. */
const isForeign = (request: FastifyRequest, publicOrigin: string): boolean => {
  const site = firstOf(request.headers['sec-fetch-site'])
  if (site !== undefined) return !ownSites.includes(site)
  const origin = request.headers.origin ?? originOf(request.headers.referer)
  if (origin === undefined || origin === publicOrigin) return false
  // Without TLS the shop may be reached by several names of one machine; with it there is one.
  return publicOrigin.startsWith('https:') || origin !== `http://${request.headers.host ?? ''}`
}

/** Refuses writes from other sites (ruling 18); machines with a signature of their own are excluded by path. */
export const guardWrites = (
  app: FastifyInstance,
  publicUrl: string,
  machinePaths: readonly string[],
  log: Pick<Log, 'warn'>,
): void => {
  const publicOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return
    if (machinePaths.some((path) => request.url.startsWith(path))) return
    if (!isForeign(request, publicOrigin)) return
    log.warn({ requestId: request.id, security: 'cross-site write' }, 'a write of another site was refused')
    throw new ShopError('FORBIDDEN')
  })
}
