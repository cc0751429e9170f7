import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallContext } from '#platform/call-context.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import type { Client } from './bound-calls.ts'
import type { PageHandler } from './built-pages.ts'
import { isNavigation, refuseUnknown, toShopError } from './error-edge.ts'
import type { SendRefusal } from './error-edge.ts'
import type { HttpServer } from './http-server.ts'
import type { KeptPages, KeptPagesHouse } from './kept-pages.ts'
import { createEarlyAnswer, createKeptPages, sendKept } from './kept-pages.ts'
import { cachedPage } from './page-cache.ts'
import type { PageKey } from './page-cache.ts'
import { registerPageFiles } from './page-files.ts'
import type { CardOrigins, PageRun } from './page-run.ts'
import { sendPage, webRequest } from './page-wire.ts'

/** What the pages need of the shop. */
export interface PageHouse extends KeptPagesHouse {
  readonly world: { readonly ids: Ids; readonly log: Log; readonly publicUrl: string }
  readonly cardOrigins: CardOrigins
  readonly checkOrigin: string | null
  /** Of every answer; pages that are kept answer before the hook that sets them. */
  readonly headers: Readonly<Record<string, string>>
  /** Has requests answered before Fastify. */
  readonly answerEarly: HttpServer['answerEarly']
  /** Called for each page that is answered from memory. */
  readonly countKept: () => void
  readonly pages: PageHandler
  readonly showRefusal: SendRefusal
  /** Where `react-router build` wrote to. */
  readonly buildFolder: string
}

/** The request's own context, and the calls made in it. */
export interface PageEdge {
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<CallContext>
  readonly clientFor: (context: CallContext) => Client
}

/** Largest form a page takes, in bytes. */
const largestForm = 100_000
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Consent is the one cookie of a visitor that shared pages show; it is part of their key. */
const onlyConsentOf = (cookies: CallContext['cookies']): CallContext['cookies'] => ({
  ...cookies,
  get: (name) => (name === brand.keys.consentCookie ? cookies.get(name) : undefined),
})

const createRenderer = (house: PageHouse, edge: PageEdge) => {
  const { pages } = house
  const { ids, log, publicUrl } = house.world
  const runOf = (request: FastifyRequest): PageRun => ({
    refusal: null,
    cardOrigins: house.cardOrigins,
    checkOrigin: house.checkOrigin,
    report: (fault) => log.error({ requestId: request.id, err: fault }, 'a page failed'),
    failure: null,
    sameForVisitors: false,
  })

  const draw = async (request: FastifyRequest, context: CallContext, asked: Request) => {
    const { actor, country, region, requestId } = context
    const run = runOf(request)
    const call = edge.clientFor(context)
    const shop = { actor, country, region, requestId, publicUrl, nonce: ids.token(), call }
    return { response: await pages.render(asked, shop, run), run }
  }

  /**
   * Renders a page for the one who asks. Throws the error of an address that draws nothing, such as that of a file, when
   * somebody opened it: the refusal is a page then too.
   */
  const own = async (request: FastifyRequest, reply: FastifyReply): Promise<Response> => {
    const context = await edge.contextOf(request, reply)
    const { response, run } = await draw(request, context, webRequest(request, request.url))
    const drewNothing = response.headers.get('content-type')?.startsWith('application/json')
    if (drewNothing && isShopError(run.failure) && isNavigation(request)) throw run.failure
    return response
  }

  /**
   * Renders a page that every visitor with this key may get, or says that it is not one: of the request it sees only
   * what the key tells apart. Null when the request is not a visitor's after all.
   */
  const shared = async (request: FastifyRequest, reply: FastifyReply, { path }: PageKey) => {
    const context = await edge.contextOf(request, reply)
    if (context.actor.kind !== 'visitor') return null
    const keyed = { ...context, cookies: onlyConsentOf(context.cookies) }
    const { response, run } = await draw(request, keyed, new Request(`${publicUrl}${path}`))
    return { response, forAll: run.sameForVisitors && !reply.hasHeader('set-cookie') }
  }

  return { own, shared }
}

type Renderer = ReturnType<typeof createRenderer>

const keptFrom = async (response: Response, headers: PageHouse['headers']) =>
  cachedPage(Buffer.from(await response.arrayBuffer()), {
    ...headers,
    ...Object.fromEntries(response.headers),
  })

const createAnswer =
  (kept: KeptPages, render: Renderer, headers: PageHouse['headers']) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = request.method === 'POST' ? null : kept.keyOf(request)
    if (!key) return sendPage(reply, await render.own(request, reply))
    const found = kept.find(request)
    if (found) return sendKept(request, reply, found)
    let mine: Response | undefined
    const page = await kept.keep(key, async () => {
      const drawn = await render.shared(request, reply, key)
      if (drawn?.forAll) return keptFrom(drawn.response, headers)
      mine = drawn?.response
      return null
    })
    return page ? sendKept(request, reply, page) : sendPage(reply, mine ?? (await render.own(request, reply)))
  }

/** Serves the built pages, their files and the visitor pages kept in memory. */
export const registerPages = async (
  app: FastifyInstance,
  house: PageHouse,
  edge: PageEdge,
): Promise<void> => {
  const render = createRenderer(house, edge)
  const kept = createKeptPages(house, house.pages)
  const { log } = house.world
  house.answerEarly(createEarlyAnswer(app, kept, house))
  await registerPageFiles(app, house.buildFolder)
  const methods = ['GET', 'POST']
  // Outside of the pages: who asks for a call that is not there speaks JSON and is answered so.
  app.route({
    method: methods,
    url: '/api/*',
    handler: async (request, reply) => refuseUnknown(request, reply),
  })
  await app.register(async (web) => {
    web.removeAllContentTypeParsers()
    web.addContentTypeParser(
      formTypes,
      { parseAs: 'buffer', bodyLimit: largestForm },
      (_request, body, done) => done(null, body),
    )
    web.setErrorHandler<Error>(async (thrown, request, reply) => {
      const error = toShopError(thrown)
      if (error.status >= 500) log.error({ requestId: request.id, err: thrown }, 'a page request failed')
      return house.showRefusal(request, reply, error)
    })
    web.route({ method: methods, url: '/*', handler: createAnswer(kept, render, house.headers) })
  })
}
