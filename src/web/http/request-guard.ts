import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '#platform/log.ts'
import { ShopError } from '#shared/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** Browsers say where a request comes from; one from another site may read pages, never change anything. */
const isForeign = (request: FastifyRequest, publicOrigin: string): boolean => {
  const site = firstOf(request.headers['sec-fetch-site'])
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const origin = request.headers.origin
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
