import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentStatus } from '#consent/rules/consent.ts'
import { isKnownCountry } from '#location/rules/countries.ts'
import { isQuizAudience } from '#survey/rules/quiz-audience.ts'
import { startStopwatch } from '#platform/clock.ts'
import type { AnsweredRequest } from '#platform/request-log.ts'
import { brand } from '#shared/brand.ts'
import { splitLocale } from '#shared/locale-path.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import type { PageHandler } from './built-pages.ts'
import { placeOf, sendsPrivacySignal } from '../http/request-context.ts'
import type { EarlyAnswer } from '../http/http-server.ts'
import { requestIdHeader } from '../http/request-ids.ts'
import type { HostCheck } from '../http/request-guard.ts'
import type { CdnHeaders } from './cdn-headers.ts'
import type { CachedPage, PageKey, PageRequest } from './page-cache.ts'
import { addressOf, answerOf, createPageCache, keyText } from './page-cache.ts'
import { createRememberedKeys } from './remembered-keys.ts'
import type { FindKeyText } from './remembered-keys.ts'

/** The key of cached pages. */
export interface VisitorPageDeps {
  readonly settings: Parameters<typeof placeOf>[1] & { readonly locales: readonly Locale[] }
  /** Cookies that identify a person. */
  readonly actorCookies: readonly string[]
  /** Changes with everything that visitor pages show: catalogue, content, flags. */
  readonly pageVersion: () => string
  readonly isOwnHost: HostCheck
}

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']

/** By the parsed cookies, which also decide who is signed in: two readings of one header can disagree. */
export const isVisitor = (
  { actorCookies }: Pick<VisitorPageDeps, 'actorCookies'>,
  { cookies }: Pick<PageRequest, 'cookies'>,
): boolean => actorCookies.every((name) => ownValue(cookies, name) === undefined)

/** Pages that are the same for all visitors of a country, cached until their content changes. */
export const createVisitorPageCache = (deps: VisitorPageDeps, pages: PageHandler) => {
  const cache = createPageCache()
  const keyOf = (request: PageRequest): PageKey | null => {
    const path = addressOf(request.url)
    if (!cache.accepts(path) || !isVisitor(deps, request)) return null
    const { country, region, currency } = placeOf(request, deps.settings)
    // Codes of no country would crowd out the pages of the others.
    if (!isKnownCountry(country)) return null
    const consent = consentStatus(
      ownValue(request.cookies, brand.keys.consentCookie),
      sendsPrivacySignal(request),
    )
    const quizAudience = isQuizAudience(region, null)
    return { path, country, currency, quizAudience, consent, version: deps.pageVersion() }
  }
  const keyTextOf = createRememberedKeys(deps, (request) => keyText(keyOf(request)))
  const isOfContent = (path: string): boolean =>
    pages.sameForVisitors(splitLocale(path, deps.settings.locales).address)
  return {
    /** The address of a page that is the same for all visitors; null for any other. */
    contentPath: (url: string): string | null => {
      const path = addressOf(url)
      return cache.accepts(path) && isOfContent(path) ? path : null
    },
    /** The cache key of a request's page; null for members and for screens of their own. */
    keyOf: (request: PageRequest): PageKey | null => {
      const key = keyOf(request)
      if (key === null) return null
      return cache.find(key) || isOfContent(key.path) ? key : null
    },
    find: (...request: Parameters<FindKeyText>): CachedPage | undefined => {
      const text = keyTextOf(...request)
      return text === null ? undefined : cache.findByText(text)
    },
    accepts: (url: string): boolean => cache.accepts(addressOf(url)),
    getOrRender: cache.getOrRender,
  }
}

export type VisitorPageCache = ReturnType<typeof createVisitorPageCache>

export const sendCachedPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  cdn: CdnHeaders,
): FastifyReply => {
  const more = cdn(request.headers) ?? {}
  if (request.headers['if-none-match'] === page.etag)
    return reply.headers(page.headers).headers(more).status(304).send()
  const { body, headers } = answerOf(page, request.headers['accept-encoding'])
  return reply.headers(headers).headers(more).send(body)
}

/** Answers the status. */
const sendRaw = (
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  more: Readonly<Record<string, string>> | null,
  requestId: string,
): number => {
  const { headers } = request
  if (headers['if-none-match'] === page.etag) {
    response.writeHead(304, { ...page.headers, ...more, [requestIdHeader]: requestId }).end()
    return 304
  }
  const answer = answerOf(page, headers['accept-encoding'])
  const raw = more === null ? answer.rawHeaders : Object.entries({ ...answer.headers, ...more }).flat()
  response.writeHead(200, [...raw, requestIdHeader, requestId]).end(answer.body)
  return 200
}

/** What answers from memory need beside the pages. */
export interface EarlyAnswerDeps extends Pick<VisitorPageDeps, 'isOwnHost'> {
  readonly requestIdOf: (request: IncomingMessage) => string
  /** Called for each page or call that is answered from memory. */
  readonly noteCachedPage: (answered: AnsweredRequest) => void
  readonly cdn: CdnHeaders
}

/** Answers in memory: for which addresses there may be any, and the one for a request. */
interface AnswerSource {
  readonly accepts: (url: string) => boolean
  readonly find: (...request: Parameters<FindKeyText>) => CachedPage | undefined
}

/**
 * Answers cached pages before the router and its hooks: they change nothing in bytes that are the same for everybody, and
 * cost more than the answer.
 */
export const createEarlyAnswer = (
  app: FastifyInstance,
  { accepts, find }: AnswerSource,
  { isOwnHost, requestIdOf, noteCachedPage, cdn }: EarlyAnswerDeps,
): EarlyAnswer => {
  const pageFor = (request: IncomingMessage): CachedPage | undefined => {
    const { method, url = '/', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || !accepts(url) || !isOwnHost(request)) return undefined
    return find({ url, headers }, () => (headers.cookie ? app.parseCookie(headers.cookie) : {}))
  }
  return (request, response) => {
    const milliseconds = startStopwatch()
    const page = pageFor(request)
    if (!page) return false
    const requestId = requestIdOf(request)
    const status = sendRaw(request, response, page, cdn(request.headers), requestId)
    const { method = 'GET' } = request
    noteCachedPage({
      method,
      route: page.pattern,
      status,
      ms: milliseconds(),
      requestId,
      actor: 'visitor',
    })
    return true
  }
}
