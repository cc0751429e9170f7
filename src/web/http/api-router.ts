import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RequestContext } from '#platform/request-context.ts'
import { ShopError } from '#shared/errors.ts'
import { isTooDeep } from '#shared/nesting.ts'
import { localePrefix } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
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

const acceptsCsv = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/csv')

/** The payload with the form that is asked for. */
const inputOf = ({ csv }: Route['endpoint'], request: FastifyRequest): unknown => {
  if (csv === 'body' && typeof request.body === 'string')
    return { ...record(request.query), csv: request.body, ...record(request.params) }
  const payload = payloadOf(request)
  return csv === 'reply' && acceptsCsv(request) ? { ...record(payload), format: 'csv' } : payload
}

const csvIn = ({ csv }: Route['endpoint'], request: FastifyRequest, answer: unknown): string | null => {
  const text = csv === 'reply' && acceptsCsv(request) ? ownValue(record(answer), 'csv') : null
  return typeof text === 'string' ? text : null
}

/** The pages of endpoints that mails link to, in the languages whose addresses have a prefix. */
export const registerLocalPages = (
  app: FastifyInstance,
  routes: readonly Route[],
  locales: readonly Locale[],
): void => {
  for (const { endpoint } of routes)
    for (const locale of locales.filter((code) => code !== defaultLocale)) {
      const { page, path, method } = endpoint
      if (page === undefined || method !== 'GET' || path.startsWith('/api/')) continue
      app.get(`${localePrefix(locale)}${fastifyPath(path)}`, (request, reply) =>
        reply
          .header('cache-control', 'no-store')
          .redirect(`${localePrefix(locale)}${pageFor(page, request)}`, 303),
      )
    }
}

const registerRoute = (app: FastifyInstance, { endpoint, run }: Route, contextOf: ContextOf): void => {
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (endpoint.page !== undefined && isPageRequest(request)) {
        return reply.redirect(pageFor(endpoint.page, request), 303)
      }
      // Handlers and the stored replies of partners read a payload level by level.
      if (isTooDeep(request.body))
        throw new ShopError('VALIDATION_ERROR', { detail: 'Please send fewer lists within each other.' })
      const context = await contextOf(request, reply)
      const answer = z.parse(endpoint.reply, await run(context, inputOf(endpoint, request)))
      const csv = csvIn(endpoint, request, answer)
      if (endpoint.csv === 'reply') reply.header('vary', 'accept')
      if (csv !== null) return reply.type('text/csv; charset=utf-8').send(csv)
      return reply.status(statusOf(endpoint, answer)).type('application/json; charset=utf-8').send(answer)
    },
  })
}

/** The text of a body, without a byte order mark. VALIDATION_ERROR for anything but UTF-8. */
const decodedCsv = (body: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ShopError('VALIDATION_ERROR', { detail: 'Please send CSV as UTF-8.' })
  }
}

/** Registers every row of the endpoint table as a JSON route, some as CSV too; with and without the trailing slash (spec §7). */
export const registerRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  contextOf: ContextOf,
): void => {
  for (const one of routes.filter(({ endpoint }) => endpoint.csv !== 'body'))
    registerRoute(app, one, contextOf)
  // Every other route takes JSON alone.
  app.register((readers, _options, done) => {
    readers.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      decodedCsv(body),
    )
    for (const one of routes.filter(({ endpoint }) => endpoint.csv === 'body'))
      registerRoute(readers, one, contextOf)
    done()
  })
}
