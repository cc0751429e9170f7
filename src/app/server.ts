import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#account/server/sessions.ts'
import type { Actor } from '#platform/call-context.ts'
import { createClient } from './bound-calls.ts'
import { createContextOf } from './call-context.ts'
import { registerCalls } from './call-router.ts'
import { registerErrors } from './error-edge.ts'
import { registerHealth } from './health.ts'
import { registerPages } from './page-renderer.ts'
import { guardWrites } from './request-guard.ts'
import type { Shop } from './shop.ts'
import { machinePaths, registerWebhook } from './webhook-route.ts'

const bodyLimit = 100_000

/** The setting in Fastify's form: a number counts the proxies in front of the shop. */
const trustedProxies = ({ trustProxy }: Shop['settings']) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

const newApp = (shop: Shop): FastifyInstance =>
  Fastify({
    bodyLimit,
    trustProxy: trustedProxies(shop.settings),
    genReqId: () => shop.world.ids.uuid(),
    routerOptions: { ignoreTrailingSlash: true },
    // The edge logs faults itself, without bodies and addresses.
    logger: false,
    forceCloseConnections: true,
  })

/** What visitor pages show; a page made under other versions is made again. */
const pageFacts = ['catalogue', 'content', 'flag'] as const

/** The web edge: health, calls, pages. Listening is the caller's. */
export const createServer = async (shop: Shop): Promise<FastifyInstance> => {
  const app = newApp(shop)
  const { world, settings } = shop
  const sessionOf = (request: FastifyRequest): Promise<Actor> =>
    actorOf(world, request.cookies[shop.sessionCookie])
  const contextOf = createContextOf({
    actorOf: sessionOf,
    secure: world.publicUrl.startsWith('https:'),
    countryHeader: settings.countryHeader,
    regionHeader: settings.regionHeader,
  })
  // JSON only: a form of another site can send text/plain without asking.
  app.removeContentTypeParser('text/plain')
  registerErrors(app, world.log)
  await app.register(fastifyCookie)
  guardWrites(app, world.publicUrl, machinePaths)
  registerHealth(app, shop)
  await registerWebhook(app, shop)
  registerCalls(app, shop.calls, contextOf)
  await registerPages(
    app,
    {
      world,
      settings,
      sessionCookie: shop.sessionCookie,
      cardOrigins: shop.tools.processor.cardOrigins,
      pageVersion: () => pageFacts.map((name) => world.state.version(name)).join('.'),
      buildFolder: shop.buildFolder,
    },
    { contextOf, clientFor: (context) => createClient(shop.calls, context) },
  )
  return app
}
