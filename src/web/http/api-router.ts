import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RequestContext } from '#platform/request-context.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Route } from '../../platform/route.ts'
import { isRecord } from '#shared/is-record.ts'

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** One payload from query, body and path; the path wins, so that a body cannot name another object. */
const payloadOf = (request: FastifyRequest): unknown => {
  if (request.body !== undefined && request.body !== null && !isRecord(request.body)) return request.body
  return { ...record(request.query), ...record(request.body), ...record(request.params) }
}

/** Whether a person opens this address in a browser, rather than a program asking for the data. */
const isPageRequest = (request: FastifyRequest): boolean =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')

const pageFor = (page: string, request: FastifyRequest): string =>
  page.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = ownValue(record(request.params), name)
    return typeof value === 'string' ? encodeURIComponent(value) : ''
  })

const statusOf = ({ createdWhen }: Route['endpoint'], answer: unknown): number =>
  createdWhen !== undefined && ownValue(record(answer), createdWhen) === true ? 201 : 200

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Registers every row of the endpoint table as a JSON route; with and without the trailing slash (spec §7). */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  contextOf: ContextOf,
): void => {
  for (const { endpoint, run } of routes) {
    app.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (endpoint.page !== undefined && isPageRequest(request)) {
          return reply.redirect(pageFor(endpoint.page, request), 303)
        }
        const context = await contextOf(request, reply)
        const answer = z.parse(endpoint.reply, await run(context, payloadOf(request)))
        return reply.status(statusOf(endpoint, answer)).type('application/json; charset=utf-8').send(answer)
      },
    })
  }
}
