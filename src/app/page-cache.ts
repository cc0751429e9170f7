import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A visitor page as it leaves: bytes and headers, computed once. */
export interface CachedPage {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** What decides which bytes a visitor gets. */
export interface PageKey {
  readonly path: string
  readonly country: string
  /** Whether the quiz banner is shown (spec §4). */
  readonly quizAudience: boolean
  /** Of everything that visitor pages show: catalogue, content, flags. */
  readonly version: string
}

const mostBytes = 64 * 1024 * 1024
const mostPages = 2_000

/** Addresses in their plain form only, so that spellings of one address cannot crowd out the others. */
const plainPath = /^\/[a-z0-9/-]{0,200}$/

const textOf = ({ path, country, quizAudience, version }: PageKey): string =>
  `${version} ${country} ${quizAudience ? 'quiz' : '-'} ${path}`

/** Keeps what was rendered, with its headers; the browser asks again each time and is told 304. */
export const cachedPage = (body: Buffer, headers: Readonly<Record<string, string>>): CachedPage => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return {
    body,
    etag,
    headers: {
      ...headers,
      'cache-control': 'private, no-cache',
      etag,
      'content-length': String(body.length),
    },
  }
}

/** Visitor pages in memory. What is asked for by many at once is rendered once; a new version is a new key. */
export const createPageCache = () => {
  const pages = new LRUCache<string, CachedPage>({
    max: mostPages,
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => body.length,
  })
  const rendering = new Map<string, Promise<CachedPage | null>>()
  const keep = async (key: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> => {
    const running = rendering.get(key)
    if (running) return running
    const started = render().finally(() => rendering.delete(key))
    rendering.set(key, started)
    const page = await started
    if (page) pages.set(key, page)
    return page
  }
  return {
    takes: (path: string): boolean => plainPath.test(path),
    find: (key: PageKey): CachedPage | undefined => pages.get(textOf(key)),
    /** Null when the page turned out not to be the same for all visitors; the caller renders its own then. */
    keep: (key: PageKey, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> =>
      keep(textOf(key), render),
  }
}
