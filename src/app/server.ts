import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#account/server/sessions.ts'
import { impersonatingAgent } from '#agent/server/agents.ts'
import { latestProducts, readCatalogue } from '#catalogue/server/plans.ts'
import { staffOfCookie } from '#staff/server/staff-sessions.ts'
import type { Actor } from '#platform/request-context.ts'
import { partnerOfToken } from '#partner/app/server/tokens.ts'
import { partnerOfKey } from '#partner/key/server/keys.ts'
import { isPartnerAddress } from '#shared/partner-address.ts'
import { isDeskAddress, unattendedHeader } from '#shared/desk-address.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { createRefusal, registerErrors, replyToBrokenRequest, sendError } from '../web/http/error-replies.ts'
import type { SendRefusal } from '../web/http/error-replies.ts'
import type { AnsweredRequest } from '#platform/request-log.ts'
import { createClient } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import { openBuild } from '../web/rendering/built-pages.ts'
import type { PageSource } from '../web/rendering/built-pages.ts'
import { savePrivacySignal } from '#consent/server/consents.ts'
import { createContextOf } from '../web/http/request-context.ts'
import { registerLocalPages, registerRoutes } from '../web/http/api-router.ts'
import { clearForgedCookies, deskCredentials, shopCredentials } from '../web/http/forged-sessions.ts'
import { createRoutes } from './api-routes.ts'
import { closeConnectionsWhile, registerHealth } from '../web/http/health.ts'
import { registerMetrics } from './metrics.ts'
import { createCdnHeaders } from '../web/rendering/cdn-headers.ts'
import { createPageVersion } from '../web/rendering/page-version.ts'
import { registerApiDescription } from '../web/openapi/openapi-routes.ts'
import { createRequestIds, proxyTrust } from '../web/http/request-ids.ts'
import { createRequestNotes, registerRequestLog, unroutedRequests } from '../web/http/request-notes.ts'
import type { RequestNotes } from '../web/http/request-notes.ts'
import { registerRequestTracing } from '../web/http/request-tracing.ts'
import { openCertificate } from '../web/http/certificate.ts'
import { createHttpServer } from '../web/http/http-server.ts'
import type { HttpServer } from '../web/http/http-server.ts'
import { createHostCheck, guardHost, guardWrites } from '../web/http/request-guard.ts'
import { registerPages } from '../web/rendering/page-routes.ts'
import { cacheVisitorCalls } from '../web/rendering/visitor-call-cache.ts'
import type { PageDeps } from '../web/rendering/page-routes.ts'
import { createRefusalPage } from '../web/rendering/refusal-page.ts'
import { registerApplePayFile } from '../web/site-files/apple-pay-file.ts'
import { registerBrandFiles } from '../web/site-files/brand-files.ts'
import { registerUploadedFiles } from '../web/site-files/uploaded-files.ts'
import { registerSiteFiles } from '../web/site-files/site-files.ts'
import { closedHeaders, registerSecurityHeaders, securityHeaders } from '../web/http/security-headers.ts'
import type { Shop } from './shop.ts'
import { warmDeskAfterStart } from './warm-desk.ts'
import { registerOAuth } from '../web/http/oauth.ts'
import { machineEndpoints, machinePaths, registerWebhook } from './webhooks.ts'

const bodyLimit = 100_000
const maxHeaderLine = 16_384
/** A request whose head or body does not end is closed, and an idle connection. */
const timeouts = { requestMs: 30_000, keepAliveMs: 72_000 }

/** How requests are named and noted, from the first byte on. */
const openRequestEdge = ({ settings, deps, requestLog }: Shop) => {
  const trustProxy = proxyTrust(settings.trustProxy)
  return {
    trustProxy,
    requestIdOf: createRequestIds(deps.ids, trustProxy),
    notes: createRequestNotes(),
    ...unroutedRequests(requestLog, deps.ids),
  }
}

type RequestEdge = ReturnType<typeof openRequestEdge>

const newApp = (
  shop: Shop,
  { trustProxy, requestIdOf, noteUnrouted, nameBroken }: RequestEdge,
  showRefusal: SendRefusal,
  serverFactory: HttpServer['serverFactory'],
): FastifyInstance =>
  Fastify({
    bodyLimit,
    serverFactory,
    trustProxy,
    genReqId: requestIdOf,
    // A path parameter may be as long as a header line: the endpoint's schema refuses what is too long.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderLine },
    frameworkErrors: (_thrown, request, reply) => {
      reply.headers(closedHeaders(shop.deps.publicUrl))
      noteUnrouted(request, reply)
      void createRefusal(showRefusal)(request, reply, new ShopError('NOT_FOUND'))
    },
    clientErrorHandler: replyToBrokenRequest(shop.deps.publicUrl, nameBroken),
    // The edge logs faults itself, without bodies and addresses.
    logger: false,
    forceCloseConnections: 'idle',
  })

/**
 * The actor. The desk knows its staff and nobody else, the partner API knows keys and no cookie, and the shop knows
 * neither. An impersonation session takes precedence over a session: the browser shows one person at a time.
 */
const createActorOf =
  ({ deps, sessionCookie, agentCookie, deskCookie }: Shop) =>
  async ({ cookies, url, headers }: FastifyRequest): Promise<Actor> => {
    if (isPartnerAddress(url))
      return (
        (await partnerOfKey(deps, headers.authorization)) ??
        (await partnerOfToken(deps, headers.authorization)) ?? { kind: 'visitor' }
      )
    if (isDeskAddress(url))
      return (
        (await staffOfCookie(deps, ownValue(cookies, deskCookie), {
          isUnattended: headers[unattendedHeader] !== undefined,
        })) ?? { kind: 'visitor' }
      )
    // A person of staff acts for a member only where this browser is signed in at the desk too.
    const staffHere = () => staffOfCookie(deps, ownValue(cookies, deskCookie), { isUnattended: false })
    return (
      (await impersonatingAgent(deps, ownValue(cookies, agentCookie), staffHere)) ??
      (await actorOf(deps, ownValue(cookies, sessionCookie)))
    )
  }

type EdgeAnswers = Pick<PageDeps, 'isOwnHost' | 'answerEarly' | 'requestIdOf'>

/** What answers that are the same for many visitors are cached by. */
const sharedAnswers = (shop: Shop, { isOwnHost, answerEarly, requestIdOf }: EdgeAnswers) => ({
  settings: shop.settings,
  actorCookies: [shop.sessionCookie, shop.agentCookie],
  pageVersion: createPageVersion(shop),
  isOwnHost,
  answerEarly,
  requestIdOf,
  noteCachedPage: (answered: AnsweredRequest): void => {
    shop.metrics.countCachedPage()
    shop.requestLog.add(answered)
  },
})

type SharedAnswers = ReturnType<typeof sharedAnswers>

/** What people and search engines read: the pages, their files, and the site files. */
const registerScreens = async (
  app: FastifyInstance,
  shop: Shop,
  routes: readonly Route[],
  contextOf: ReturnType<typeof createContextOf>,
  pageDeps: PageSource & SharedAnswers & Pick<PageDeps, 'showRefusal' | 'notes'>,
): Promise<void> => {
  const { deps, settings } = shop
  registerSiteFiles(app, shop, pageDeps.edition)
  registerUploadedFiles(app, shop.storage)
  registerBrandFiles(app)
  await registerApplePayFile(app, settings.applePayFile)
  await registerPages(
    app,
    {
      ...pageDeps,
      infrastructure: deps,
      cardOrigins: shop.services.processor.cardOrigins,
      hasWallets: shop.services.processor.walletEntry !== null,
      checkOrigin: settings.turnstile?.apiBase ?? null,
      latestProducts: () => latestProducts(deps),
      headers: securityHeaders(deps.publicUrl),
      cdn: createCdnHeaders(settings, deps.clock),
    },
    { contextOf, clientFor: (context) => createClient(routes, context) },
  )
  warmDeskAfterStart(app, shop, pageDeps, routes)
}

/** The context of a request, after forged cookies are cleared; what the shop's visitors say of privacy is stored. */
const createCheckedContextOf = (shop: Shop, notes: RequestNotes): ReturnType<typeof createContextOf> => {
  const { deps, settings } = shop
  const contextOf = createContextOf({
    actorOf: createActorOf(shop),
    secure: deps.publicUrl.startsWith('https:'),
    countryHeader: settings.countryHeader,
    regionHeader: settings.regionHeader,
    locales: settings.locales,
  })
  return async (request, reply) => {
    const context = await contextOf(request, reply)
    notes.setActor(request, context.actor.kind)
    if (isPartnerAddress(request.url)) return context
    const isDesk = isDeskAddress(request.url)
    await clearForgedCookies(deps, isDesk ? deskCredentials(shop) : shopCredentials(shop), context)
    if (!isDesk) await savePrivacySignal(deps, context)
    return context
  }
}

/** With TLS where the settings name a certificate. Throws StartFailure. */
const openHttpServer = async ({ settings: { tls }, deps, draining }: Shop): Promise<HttpServer> => {
  const certificate = tls && (await openCertificate(tls, deps.log))
  return createHttpServer(timeouts, { isDraining: draining.isOn, certificate })
}

const openRefusalPage = ({ deps, settings }: Shop, { pages }: PageSource) => {
  // Menus of a page that is refused before any other was shown have links to products, too.
  readCatalogue(deps).catch((thrown: unknown) => deps.log.warn({ err: thrown }, 'cannot read the catalogue'))
  const { locales } = settings
  return createRefusalPage(pages, { ...deps, latestProducts: () => latestProducts(deps), locales })
}

/** The web server: health, endpoints and pages, of the build by default. The caller starts listening. */
export const createServer = async (shop: Shop, pageSource?: PageSource): Promise<FastifyInstance> => {
  const { deps, settings } = shop
  const routes = createRoutes(shop)
  const source = pageSource ?? (await openBuild(shop.buildFolder))
  const showRefusal = openRefusalPage(shop, source)
  const { serverFactory, answerEarly } = await openHttpServer(shop)
  const edge = openRequestEdge(shop)
  const app = newApp(shop, edge, showRefusal, serverFactory)
  const contextOf = createCheckedContextOf(shop, edge.notes)
  // JSON only: a form of another site can send text/plain without asking.
  app.removeContentTypeParser('text/plain')
  registerRequestLog(app, shop.requestLog, edge.notes, machinePaths)
  registerRequestTracing(app, shop.telemetry, edge.notes, edge.trustProxy)
  registerSecurityHeaders(app, deps.publicUrl)
  closeConnectionsWhile(shop.draining, app)
  registerErrors(app, deps.log, showRefusal)
  const isOwnHost = createHostCheck(settings)
  guardHost(app, isOwnHost, settings.metricsToken)
  await app.register(fastifyCookie)
  guardWrites(app, deps.publicUrl, machinePaths, deps.log)
  registerHealth(app, shop)
  registerMetrics(app, shop, edge.notes)
  await registerWebhook(app, shop)
  await registerOAuth(app, deps)
  const shared = sharedAnswers(shop, { ...edge, isOwnHost, answerEarly })
  const endpoints = routes.map(({ endpoint }) => endpoint)
  cacheVisitorCalls(app, endpoints, { ...shared, headers: closedHeaders(deps.publicUrl) })
  registerRoutes(app, routes, contextOf)
  registerLocalPages(app, routes, settings.locales)
  registerApiDescription(app, [...endpoints, ...machineEndpoints], {
    ...shop,
    publicUrl: deps.publicUrl,
  })
  await registerScreens(app, shop, routes, contextOf, {
    ...source,
    ...shared,
    notes: edge.notes,
    showRefusal,
  })
  return app
}

/** The server of a process without visitors: health and metrics, everything else is NOT_FOUND. */
export const createWorkerServer = (shop: Shop): FastifyInstance => {
  const { serverFactory } = createHttpServer(timeouts, { isDraining: shop.draining.isOn })
  const edge = openRequestEdge(shop)
  const app = newApp(shop, edge, sendError, serverFactory)
  registerRequestLog(app, shop.requestLog, edge.notes, machinePaths)
  registerSecurityHeaders(app, shop.deps.publicUrl)
  closeConnectionsWhile(shop.draining, app)
  registerErrors(app, shop.deps.log, sendError)
  registerHealth(app, shop)
  registerMetrics(app, shop, edge.notes)
  return app
}
