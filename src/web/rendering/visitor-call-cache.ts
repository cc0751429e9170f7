import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { placeOf } from '../http/request-context.ts'
import type { EarlyAnswer } from '../http/http-server.ts'
import { answerOf, cachedPage, createPageCache, keyText } from './page-cache.ts'
import type { PageKey, PageRequest } from './page-cache.ts'
import { createRememberedKeys } from './remembered-keys.ts'
import type { FindKeyText } from './remembered-keys.ts'
import { createEarlyAnswer, isVisitor } from './visitor-page-cache.ts'
import type { EarlyAnswerDeps, VisitorPageDeps } from './visitor-page-cache.ts'

interface VisitorCallDeps extends VisitorPageDeps, Omit<EarlyAnswerDeps, 'cdn'> {
  /** Of every answer that is no page. */
  readonly headers: Readonly<Record<string, string>>
  readonly answerEarly: (answer: EarlyAnswer) => void
}

/** Of a call nothing but the currency counts, so all other visitors share one answer. */
const nobody = { country: '', quizAudience: false, consent: 'undecided' } as const

/**
 * Calls that answer all visitors of a currency alike: their bytes are made once, in every coding, and sent before the router and
 * its hooks, like pages. With a query a call is another one, and has its own handler.
 */
export const cacheVisitorCalls = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  deps: VisitorCallDeps,
): void => {
  const cache = createPageCache()
  const shared = endpoints.filter(({ sameForVisitors }) => sameForVisitors)
  const paths = new Set<string>(shared.map(({ path }) => path))
  const keyOf = (request: PageRequest): PageKey | null => {
    if (!paths.has(request.url) || !isVisitor(deps, request)) return null
    const { currency } = placeOf(request, deps.settings)
    return { ...nobody, path: request.url, currency, version: deps.pageVersion() }
  }
  const keyTextOf = createRememberedKeys(deps, (request) => keyText(keyOf(request)))
  const find = (...request: Parameters<FindKeyText>) => {
    const text = keyTextOf(...request)
    return text === null ? undefined : cache.findByText(text)
  }
  deps.answerEarly(
    createEarlyAnswer(app, { accepts: (url) => paths.has(url), find }, { ...deps, cdn: () => null }),
  )
  const keys = new WeakMap<FastifyRequest, PageKey>()
  app.addHook('preHandler', (request, _reply, done) => {
    // Before the answer is made: what changes meanwhile is a later version, under which nothing older may be kept.
    const key = request.method === 'GET' ? keyOf(request) : null
    if (key) keys.set(request, key)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const key = keys.get(request)
    if (!key || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const headers = { ...deps.headers, 'content-type': 'application/json; charset=utf-8' }
    const made = await cache.getOrRender(key, () => cachedPage(Buffer.from(payload), headers, key.path))
    if (!made) return payload
    const answer = answerOf(made, request.headers['accept-encoding'])
    reply.headers(answer.headers)
    return answer.body
  })
}
