import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '#platform/request-context.ts'
import { brand } from '#shared/brand.ts'
import type { Client } from '../../platform/route.ts'
import type { ShopContext } from '../request/shop-context.ts'
import type { PageRun } from './page-run.ts'

/** The request's own context, and the client of its endpoints. */
export interface PageEdge {
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>
  readonly clientFor: (context: RequestContext) => Client
}

/** Renders the page of a request in this context; `shown` is who the shell shows in place of the context's own actor. */
export type RenderPage = (
  request: FastifyRequest,
  context: RequestContext,
  pageRequest: Request,
  shown?: Partial<Pick<ShopContext, 'actor' | 'experiments'>>,
) => Promise<{ readonly response: Response; readonly run: PageRun }>

/** Consent is the only cookie that shared pages show; it is part of their key. */
export const consentCookieOnly = (cookies: RequestContext['cookies']): RequestContext['cookies'] => ({
  ...cookies,
  get: (name) => (name === brand.keys.consentCookie ? cookies.get(name) : undefined),
})

/** A page of the content has no pattern of its own, and its address is nobody's: everybody gets it. */
export const sharedPattern = ({ pattern }: PageRun, path: string): string =>
  pattern === null || pattern === '/*' ? path : pattern
