import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#platform/log.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { localAddress, splitLocale } from '#shared/locale-path.ts'
import type { Locale } from '#shared/locale.ts'
import type { PageHandler } from './built-pages.ts'
import type { PageRun } from './page-run.ts'
import { retryAfter, sendError } from '../http/error-replies.ts'
import type { SendRefusal } from '../http/error-replies.ts'
import { addressOf } from './page-cache.ts'
import { sendPage, webRequest } from './page-transport.ts'
import type { ShopContext } from '../request/shop-context.ts'

interface RefusalDeps {
  /** The languages of the shop's addresses. */
  readonly locales: readonly Locale[]
  readonly log: Log
  readonly publicUrl: string
  readonly latestProducts: () => PageRun['products']
}

const anonymous = (requestId: string, publicUrl: string, locale: Locale): ShopContext => ({
  actor: { kind: 'visitor' },
  country: brand.home,
  region: 'XX',
  requestId,
  publicUrl,
  locale,
  call: () => Promise.reject(new ShopError('SHOP_BUSY')),
})

/** The path of a refused request for the page renderer; `/` if it is not a path or cannot be decoded. */
const addressFor = ({ url }: FastifyRequest): string => {
  const address = addressOf(url)
  return !address.startsWith('/') || /%(?![0-9a-f]{2})/i.test(address) ? '/' : address
}

const isPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false

/**
 * Sends the refusal page (spec §2). It needs neither database nor session, so it can be shown when those fail; when
 * even this page cannot be rendered, the refusal is sent as JSON.
 */
export const createRefusalPage = (pages: PageHandler, deps: RefusalDeps): SendRefusal => {
  const { log, publicUrl, locales } = deps
  /** Rendered by GET: a refused form never reaches the pages. */
  const renderAt = (request: FastifyRequest, error: ShopError, address: string): Promise<Response> => {
    const pageRequest = webRequest({ headers: {}, method: 'GET', body: null }, address, publicUrl)
    const { locale } = splitLocale(address, locales)
    return pages.render(pageRequest, anonymous(request.id, publicUrl, locale), {
      refusal: error,
      products: deps.latestProducts(),
      hasWallets: false,
      cardOrigins: { scripts: [], frames: [], connections: [], forms: [] },
      checkOrigin: null,
      report: (fault) => log.error({ requestId: request.id, err: fault }, 'the refusal page failed'),
      failure: null,
      pattern: null,
      sameForVisitors: false,
    })
  }
  /** A URL without content of its own, such as that of a file, is refused in the layout of the home page. */
  const renderRefusal = async (request: FastifyRequest, error: ShopError): Promise<Response> => {
    const rendered = await renderAt(request, error, addressFor(request))
    return isPage(rendered) || rendered.status < 400
      ? rendered
      : renderAt(request, error, localAddress('/', splitLocale(request.url, locales).locale))
  }
  return async (request: FastifyRequest, reply: FastifyReply, error: ShopError): Promise<FastifyReply> => {
    try {
      const response = await renderRefusal(request, error)
      reply.header(brand.keys.errorHeader, error.code).headers(retryAfter(error))
      return await sendPage(reply, response)
    } catch (thrown) {
      log.error({ requestId: request.id, err: thrown }, 'the refusal page could not be rendered')
      return sendError(request, reply, error)
    }
  }
}
