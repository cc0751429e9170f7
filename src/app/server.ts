import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#account/server/sessions.ts'
import { visitingAgent } from '#agent/server/agents.ts'
import type { Actor } from '#platform/call-context.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { answerBroken } from './broken-requests.ts'
import { createClient } from './bound-calls.ts'
import { loadBuiltPages } from './built-pages.ts'
import { keepPrivacySignal } from '#consent/server/consents.ts'
import { createContextOf } from './call-context.ts'
import { registerCalls } from './call-router.ts'
import { refuserOf, registerErrors } from './error-edge.ts'
import type { SendRefusal } from './error-edge.ts'
import { clearForgedCookies } from './forged-sessions.ts'
import { registerHealth } from './health.ts'
import { registerMetrics } from './metrics.ts'
import { registerApiDescription } from './openapi/openapi-routes.ts'
import { createHttpServer } from './http-server.ts'
import type { HttpServer } from './http-server.ts'
import { createHostCheck, guardHost } from './own-host.ts'
import { registerPages } from './page-renderer.ts'
import type { PageHouse } from './page-renderer.ts'
import { createRefusalPage } from './refusal-page.ts'
import { guardWrites } from './request-guard.ts'
import { registerSiteFiles } from './site-files/site-files.ts'
import { closedHeaders, registerSecurityHeaders, securityHeaders } from './security-headers.ts'
import type { Shop } from './shop.ts'
import { machineCalls, machinePaths, registerWebhook } from './webhook-route.ts'

const bodyLimit = 100_000
const longestLine = 16_384
/** A request whose head or body does not end is closed, and an idle connection. */
const timeouts = { requestMs: 30_000, keepAliveMs: 72_000 }

/** The setting in Fastify's form: a number counts the proxies in front of the shop. */
const trustedProxies = ({ trustProxy }: Shop['settings']) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

const newApp = (
  shop: Shop,
  showRefusal: SendRefusal,
  serverFactory: HttpServer['serverFactory'],
): FastifyInstance =>
  Fastify({
    bodyLimit,
    serverFactory,
    trustProxy: trustedProxies(shop.settings),
    genReqId: () => shop.world.ids.uuid(),
    // A path parameter may be as long as a header line: what is too long is for the call's schema to say.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestLine },
    frameworkErrors: (_thrown, request, reply) => {
      reply.headers(closedHeaders(shop.world.publicUrl))
      void refuserOf(showRefusal)(request, reply, new ShopError('NOT_FOUND'))
    },
    clientErrorHandler: answerBroken(shop.world.publicUrl),
    // The edge logs faults itself, without bodies and addresses.
    logger: false,
    forceCloseConnections: true,
  })

/** Who asks. A visit goes before a session: the browser shows one person at a time. */
const createActorOf =
  ({ world, sessionCookie, agentCookie }: Shop) =>
  async ({ cookies }: FastifyRequest): Promise<Actor> =>
    (await visitingAgent(world, ownValue(cookies, agentCookie))) ??
    actorOf(world, ownValue(cookies, sessionCookie))

/** What visitor pages show; a page made under other versions is made again. */
const pageFacts = ['catalogue', 'content', 'flag'] as const

const pageVersionOf = ({ world, content, flags }: Shop): string =>
  [
    ...pageFacts.map((name) => world.state.version(name)),
    content.edition(world.clock.now()),
    flags.edition(),
  ].join('.')

/** What people and search engines read: the pages, their files, and what is told of them. */
const registerScreens = async (
  app: FastifyInstance,
  shop: Shop,
  contextOf: ReturnType<typeof createContextOf>,
  drawn: Pick<PageHouse, 'pages' | 'showRefusal' | 'isOwnHost' | 'answerEarly'>,
): Promise<void> => {
  const { world, settings } = shop
  await registerSiteFiles(app, shop)
  await registerPages(
    app,
    {
      ...drawn,
      world,
      settings,
      actorCookies: [shop.sessionCookie, shop.agentCookie],
      cardOrigins: shop.tools.processor.cardOrigins,
      checkOrigin: settings.turnstile?.apiBase ?? null,
      headers: securityHeaders(world.publicUrl),
      pageVersion: () => pageVersionOf(shop),
      countKept: shop.metrics.countKept,
      buildFolder: shop.buildFolder,
    },
    { contextOf, clientFor: (context) => createClient(shop.calls, context) },
  )
}

/** The web edge: health, calls, pages. Listening is the caller's. */
export const createServer = async (shop: Shop): Promise<FastifyInstance> => {
  const { world, settings } = shop
  const pages = await loadBuiltPages(shop.buildFolder)
  const showRefusal = createRefusalPage(pages, world)
  const { serverFactory, answerEarly } = createHttpServer(timeouts)
  const app = newApp(shop, showRefusal, serverFactory)
  const plainContextOf = createContextOf({
    actorOf: createActorOf(shop),
    secure: world.publicUrl.startsWith('https:'),
    countryHeader: settings.countryHeader,
    regionHeader: settings.regionHeader,
  })
  const contextOf = async (...request: Parameters<typeof plainContextOf>) => {
    const context = await plainContextOf(...request)
    await clearForgedCookies(world, shop, context)
    await keepPrivacySignal(world, context)
    return context
  }
  // JSON only: a form of another site can send text/plain without asking.
  app.removeContentTypeParser('text/plain')
  registerSecurityHeaders(app, world.publicUrl)
  registerErrors(app, world.log, showRefusal)
  const isOwnHost = createHostCheck(settings)
  guardHost(app, isOwnHost, settings.metricsToken)
  await app.register(fastifyCookie)
  guardWrites(app, world.publicUrl, machinePaths, world.log)
  registerHealth(app, shop)
  registerMetrics(app, shop)
  await registerWebhook(app, shop)
  registerCalls(app, shop.calls, contextOf)
  registerApiDescription(app, [...shop.calls.map(({ call }) => call), ...machineCalls], {
    publicUrl: world.publicUrl,
    sessionCookie: shop.sessionCookie,
    agentCookie: shop.agentCookie,
  })
  await registerScreens(app, shop, contextOf, { pages, showRefusal, isOwnHost, answerEarly })
  return app
}
