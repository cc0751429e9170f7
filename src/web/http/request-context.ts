import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Actor, RequestContext, Cookies } from '#platform/request-context.ts'
import { isLocal, networkOf } from './network.ts'
import { splitLocale } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { currencyOfCountry, shopCurrencyOf } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

interface ContextOptions {
  readonly actorOf: (request: FastifyRequest) => Promise<Actor>
  /** Cookies are marked Secure when the shop is reached by https. */
  readonly secure: boolean
  /** Header in which a trusted proxy names the visitor's country, lower case; null without one. */
  readonly countryHeader: string | null
  readonly regionHeader: string | null
  /** The languages of the shop's addresses. */
  readonly locales: readonly Locale[]
}

const countryPattern = /^[A-Z]{2}$/
const regionPattern = /^[A-Z0-9]{1,3}$/

/** Addresses that pages never have. */
const isEndpoint = /^\/(?:api|ecommerce)\//

const headerText = (request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const value = ownValue(request.headers, name)
  return Array.isArray(value) ? value[0] : value
}

const headerOf = (request: Pick<FastifyRequest, 'headers'>, name: string | null): string =>
  ((name === null ? undefined : headerText(request, name)) ?? '').trim().toUpperCase()

/** Where the visitor is (spec §7): a trusted header, otherwise the visitor's choice, otherwise US and XX; and what they pay in. */
export const placeOf = (
  request: Pick<FastifyRequest, 'headers' | 'cookies'>,
  options: Pick<ContextOptions, 'countryHeader' | 'regionHeader'>,
): { country: string; region: string; countryKnown: boolean; currency: ShopCurrency } => {
  const fromProxy = headerOf(request, options.countryHeader)
  const chosen = ownValue(request.cookies, brand.keys.countryCookie) ?? ''
  const found = [fromProxy, chosen].find((code) => countryPattern.test(code) && code !== 'XX')
  const region = headerOf(request, options.regionHeader)
  return {
    country: found ?? brand.home,
    region: regionPattern.test(region) ? region : 'XX',
    countryKnown: found !== undefined,
    // A cookie with anything else is no choice.
    currency:
      shopCurrencyOf(ownValue(request.cookies, brand.keys.currencyCookie)) ??
      currencyOfCountry(found ?? brand.home),
  }
}

/**
 * The language of a page by its address. An endpoint has no language of its own: the scripts of a page send that of the page as
 * Accept-Language, and what another client prefers is taken when it is the first that it names.
 */
const localeOfRequest = (
  request: Pick<FastifyRequest, 'headers' | 'url'>,
  { locales }: Pick<ContextOptions, 'locales'>,
): Locale => {
  const { locale } = splitLocale(request.url, locales)
  if (locale !== defaultLocale || !isEndpoint.test(request.url)) return locale
  const first = (headerText(request, 'accept-language') ?? '').split(/[,;]/)[0]?.trim() ?? ''
  return locales.find((code) => first === code || first.startsWith(`${code}-`)) ?? defaultLocale
}

/** Whether the browser sends Global Privacy Control: nothing may be sold or shared. */
export const sendsPrivacySignal = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  headerText(request, 'sec-gpc') === '1'

/** A page uses several endpoints in one request: what one of them set or cleared, the next one reads. */
const cookiesOf = (request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies => {
  const written = new Map<string, string | undefined>()
  return {
    get: (name) => (written.has(name) ? written.get(name) : ownValue(request.cookies, name)),
    set: (name, value, { httpOnly, maxAge, isStrict = false }) => {
      written.set(name, value)
      const sameSite = isStrict ? 'strict' : 'lax'
      reply.setCookie(name, value, { path: '/', sameSite, secure, httpOnly, maxAge })
    },
    clear: (name) => {
      written.set(name, undefined)
      reply.clearCookie(name, { path: '/', sameSite: 'lax', secure })
    },
  }
}

/** What a handler may know about a request. The actor comes from the session cookie alone (ruling 17). */
export const createContextOf =
  (options: ContextOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => ({
    // Read before the actor: a connection that is closed meanwhile has no address any more.
    network: networkOf(request.ip),
    isLocal: isLocal(request),
    actor: await options.actorOf(request),
    requestId: request.id,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
    ...placeOf(request, options),
    locale: localeOfRequest(request, options),
    cookies: cookiesOf(request, reply, options.secure),
    setReplyHeader: (name, value) => void reply.header(name, value),
    hasBearer: /^bearer(?: |$)/i.test(request.headers.authorization ?? ''),
    idempotencyKey: headerText(request, 'idempotency-key'),
    dropCachedPages: () => void reply.header('clear-site-data', '"cache"'),
    privacySignal: sendsPrivacySignal(request),
    secFetch: {
      site: headerText(request, 'sec-fetch-site'),
      dest: headerText(request, 'sec-fetch-dest'),
      mode: headerText(request, 'sec-fetch-mode'),
    },
  })
