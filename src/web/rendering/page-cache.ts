import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { chosenCoding, compress } from '../http/compression.ts'
import type { Coding } from '../http/compression.ts'
import type { ConsentStatus } from '#consent/rules/consent.ts'
import type { FastifyRequest } from 'fastify'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { createRenderOnce } from './render-once.ts'

/** A request as far as it decides which cached answer it gets. */
export interface PageRequest extends Pick<FastifyRequest, 'headers' | 'cookies'> {
  readonly url: string
}

/** The URL without its query: visitor pages are the same with any query. */
export const addressOf = (url: string): string => {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** One form of a page: its bytes and all of its headers. */
interface PageAnswer {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** The same, names and values in turns: the form that Node sends fastest. */
  readonly rawHeaders: readonly string[]
}

/** A visitor page as it is sent, computed once: identity, and compressed for clients that accept it. */
export interface CachedPage extends Readonly<Record<Coding | 'plain', PageAnswer>> {
  readonly etag: string
  /** The pattern of the page's address. */
  readonly pattern: string
  /** Of the answer that says that nothing changed. */
  readonly headers: Readonly<Record<string, string>>
}

/** What decides which bytes a visitor gets. */
export interface PageKey {
  readonly path: string
  readonly country: string
  readonly currency: ShopCurrency
  /** Whether the quiz banner is shown (spec §4). */
  readonly quizAudience: boolean
  /** The consent state of the page. */
  readonly consent: ConsentStatus
  /** Of everything that visitor pages show: catalogue, content, flags. */
  readonly version: string
}

const maxBytes = 64 * 1024 * 1024
const maxPages = 2_000

/** Addresses in their plain form only, so that spellings of one address cannot crowd out the others. */
const plainPath = /^\/[a-z0-9/-]{0,200}$/

const textOf = ({ path, country, currency, quizAudience, consent, version }: PageKey): string =>
  `${version} ${country} ${currency} ${quizAudience ? 'quiz' : '-'} ${consent} ${path}`

/** A key as text, by which its page is found. */
export const keyText = (key: PageKey | null): string | null => key && textOf(key)

/** Caches a rendered page, with its headers; the browser revalidates each time and gets 304. */
export const cachedPage = async (
  body: Buffer,
  rendered: Readonly<Record<string, string>>,
  pattern: string,
): Promise<CachedPage> => {
  // Weak: the same page in any coding.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { ...rendered, 'cache-control': 'private, no-cache', etag, vary: 'accept-encoding' }
  const form = (bytes: Buffer, coding: Readonly<Record<string, string>>): PageAnswer => {
    const all = { ...headers, ...coding, 'content-length': String(bytes.length) }
    return { body: bytes, headers: all, rawHeaders: Object.entries(all).flat() }
  }
  const encode = async (coding: Coding): Promise<PageAnswer> =>
    form(await compress(body, coding, 'once'), { 'content-encoding': coding })
  const [br, gzip] = await Promise.all([encode('br'), encode('gzip')])
  return { etag, pattern, headers, plain: form(body, {}), br, gzip }
}

/** The form for one asker, by the codings it takes. */
export const answerOf = (page: CachedPage, accepted: string | readonly string[] | undefined): PageAnswer =>
  page[chosenCoding(accepted) ?? 'plain']

/** Visitor pages in memory. Concurrent requests render a page once; a new version is a new key. */
export const createPageCache = () => {
  const pages = new LRUCache<string, CachedPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ plain, br, gzip }) => plain.body.length + br.body.length + gzip.body.length,
  })
  const renderOnce = createRenderOnce<CachedPage | null>()
  const getOrRender = (key: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> =>
    renderOnce(key, async () => {
      const page = await render()
      if (page) pages.set(key, page)
      return page
    })
  return {
    accepts: (path: string): boolean => plainPath.test(path),
    find: (key: PageKey): CachedPage | undefined => pages.get(textOf(key)),
    findByText: (text: string): CachedPage | undefined => pages.get(text),
    /** Null when the page is not the same for all visitors; the caller renders its own then. */
    getOrRender: (key: PageKey, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> =>
      getOrRender(textOf(key), render),
  }
}
