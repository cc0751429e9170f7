import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { isShopError } from '#shared/errors.ts'
import { redirectHeader, scriptedHeader } from '#ui/scripted-request.ts'
import { isNavigation } from '../http/error-replies.ts'
import type { RequestNotes } from '../http/request-notes.ts'
import type { PageHandler } from './built-pages.ts'
import { createMemberRenderer } from './member-renderer.ts'
import type { PageKey } from './page-cache.ts'
import { newRun } from './page-run.ts'
import type { CardOrigins, PageRun } from './page-run.ts'
import { webRequest } from './page-transport.ts'
import { consentCookieOnly, sharedPattern } from './shared-page.ts'
import type { PageEdge, RenderPage } from './shared-page.ts'
import { requireSameVisit } from './visit-mark.ts'

/** What rendering needs of the shop. */
export interface RendererDeps {
  readonly infrastructure: Pick<AppDeps, 'ids' | 'log' | 'publicUrl'>
  readonly pages: PageHandler
  readonly cardOrigins: CardOrigins
  readonly hasWallets: boolean
  readonly checkOrigin: string | null
  readonly latestProducts: () => PageRun['products']
  readonly notes: RequestNotes
  /** Changes with everything that pages of the content show. */
  readonly pageVersion: () => string
}

/** A script of a page gets the address of a redirect as a header: its browser would hide it. */
const redirectAsHeader = (response: Response): Response => {
  const to = response.headers.get('location')
  if (to === null) return response
  const headers = new Headers(response.headers)
  headers.delete('location')
  headers.set(redirectHeader, to)
  return new Response(null, { status: 204, headers })
}

const createRenderPage = (deps: RendererDeps, edge: PageEdge): RenderPage => {
  const { log, publicUrl } = deps.infrastructure
  return async (request, context, pageRequest, shown = {}) => {
    const { actor, country, region, requestId, locale } = context
    const { latestProducts, cardOrigins, hasWallets, checkOrigin } = deps
    const report = (err: unknown): void => log.error({ requestId: request.id, err }, 'a page failed')
    const run = newRun(report, { products: latestProducts(), cardOrigins, hasWallets, checkOrigin })
    const call = edge.clientFor(context)
    const shop = { actor, country, region, requestId, locale, publicUrl, call, ...shown }
    const response = await deps.pages.render(pageRequest, shop, run)
    if (run.pattern !== null) deps.notes.setPage(request, run.pattern)
    return { response, run }
  }
}

/** Renders pages: for one request, and for all visitors or members with one key. */
export const createRenderer = (deps: RendererDeps, edge: PageEdge) => {
  const { publicUrl } = deps.infrastructure
  const renderPage = createRenderPage(deps, edge)
  const renderForMember = createMemberRenderer(deps, edge, renderPage)

  const renderOwn = async (request: FastifyRequest, context: RequestContext): Promise<Response> => {
    const { response, run } = await renderPage(request, context, webRequest(request, request.url, publicUrl))
    const hasNoPage = response.headers.get('content-type')?.startsWith('application/json')
    if (hasNoPage && isShopError(run.failure) && isNavigation(request)) throw run.failure
    return request.headers[scriptedHeader] === undefined ? response : redirectAsHeader(response)
  }

  /**
   * Renders a page for one visitor or member; `content` is its address if it is the same for all visitors. Throws the error of a URL
   * without content, such as that of a file, when a person opened it: the refusal is a page then too.
   */
  const renderForRequest = async (
    request: FastifyRequest,
    reply: FastifyReply,
    content: string | null,
  ): Promise<Response> => {
    const context = await edge.contextOf(request, reply)
    const { actor } = context
    requireSameVisit(request, actor)
    const isForMember = content !== null && actor.kind === 'member'
    const page = isForMember ? await renderForMember(request, context, actor, content) : null
    return page ?? (await renderOwn(request, context))
  }

  /**
   * Renders a page that every visitor with this key may get, or says that it is not one: of the request it sees only
   * the key. Null when the request is not a visitor's after all.
   */
  const renderShared = async (request: FastifyRequest, reply: FastifyReply, { path }: PageKey) => {
    const context = await edge.contextOf(request, reply)
    if (context.actor.kind !== 'visitor') return null
    const sharedContext = { ...context, cookies: consentCookieOnly(context.cookies) }
    const { response, run } = await renderPage(request, sharedContext, new Request(`${publicUrl}${path}`))
    const isShared = run.sameForVisitors && !reply.hasHeader('set-cookie')
    return { response, isShared, pattern: isShared ? sharedPattern(run, path) : (run.pattern ?? 'none') }
  }

  return { renderForRequest, renderShared }
}

export type Renderer = ReturnType<typeof createRenderer>
