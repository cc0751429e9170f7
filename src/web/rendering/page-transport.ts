import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCompressed } from '../http/compression.ts'

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
