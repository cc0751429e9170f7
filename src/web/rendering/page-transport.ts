import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a page may travel shorter than it is. */
export type Coding = 'br' | 'gzip'

const patternOf = (coding: Coding): RegExp =>
  new RegExp(String.raw`(^|[\s,])${coding}(?!\s*;\s*q=0(\.0+)?\s*(,|$))\s*(;|,|$)`, 'i')

const patterns = { br: patternOf('br'), gzip: patternOf('gzip') }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * The coding that the client accepts: Brotli before gzip, null for neither. A coding with weight zero is not accepted.
 */
export const chosenCoding = (accepted: string | readonly string[] | undefined): Coding | null => {
  if (accepted === undefined) return null
  const header = String(accepted)
  return patterns.br.test(header) ? 'br' : patterns.gzip.test(header) ? 'gzip' : null
}

/** Compression levels: for a file of a build, for a cached page, for a page for one visitor. */
type Effort = 'built' | 'once' | 'often'

const brotliQuality = { built: 11, once: 9, often: 2 } satisfies Record<Effort, number>

/** A text in a coding. */
export const compress = (body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort] } })
    : compressGzip(body, { level: effort === 'often' ? 4 : 9 })

type PageRequest = Pick<FastifyRequest, 'headers' | 'method' | 'body'>

/**
 * The origin under which pages see a request. The framework compares it with the header `origin` of a form. What a proxy
 * says of protocol and host must not make the two differ; posts of other sites were refused before (`guardWrites`).
 */
const originOf = ({ headers }: PageRequest, publicUrl: string): string => {
  const { origin } = headers
  return origin !== undefined && /^https?:/.test(origin) && URL.canParse(origin)
    ? new URL(origin).origin
    : publicUrl
}

/** A request in the form that pages take; only reads and posted forms reach them. Pages use only its path. */
export const webRequest = (request: PageRequest, address: string, publicUrl: string): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // Pseudo-headers of HTTP/2, such as `:path`.
    if (name.startsWith(':')) continue
    if (typeof value === 'string') headers.set(name, value)
    else for (const one of value ?? []) headers.append(name, one)
  }
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const body = method === 'POST' && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(`${originOf(request, publicUrl)}${address}`, { method, headers, body })
}

/** Who a browser says asked for a page: another page of the shop, or the person. */
const ownSites: readonly unknown[] = ['same-origin', 'none']

/** A page that the service worker fetches says `same-origin`, whichever site linked to it. */
const isByWorker = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] !== 'document'

/**
 * The length of a compressed page can reveal what is in it to somebody who has the browser ask for it again and again with
 * other words (BREACH): a page for somebody who is known is compressed only where the browser says that no other site asked.
 */
const mayCompress = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined || (ownSites.includes(headers['sec-fetch-site']) && !isByWorker(headers))

/** Sends a text in the best coding that the client accepts. */
export const sendCompressed = async (reply: FastifyReply, body: Buffer): Promise<FastifyReply> => {
  reply.header('vary', 'accept-encoding')
  const coding = chosenCoding(reply.request.headers['accept-encoding'])
  if (coding === null) return reply.send(body)
  return reply.header('content-encoding', coding).send(await compress(body, coding, 'often'))
}

/** Sends a page's response; no proxy may store it. */
export const sendPage = async (reply: FastifyReply, response: Response): Promise<FastifyReply> => {
  reply.header('cache-control', 'no-store')
  // HEAD needs the length of the body, which a stream does not know.
  const isStream = !response.headers.get('content-type')?.startsWith('text/html')
  if (isStream && reply.request.method !== 'HEAD') return reply.send(response)
  reply.status(response.status)
  response.headers.forEach((value, name) => void reply.header(name, value))
  const body = Buffer.from(await response.arrayBuffer())
  return mayCompress(reply.request) ? sendCompressed(reply, body) : reply.send(body)
}
