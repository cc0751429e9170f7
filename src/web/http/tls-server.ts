import type { IncomingMessage, Server } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type {
  Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from 'node:http2'
import type { Certificate } from './certificate.ts'

/** Requests of one connection that are answered at the same time. */
const maxConcurrentStreams = 100

interface TlsServerOptions {
  readonly certificate: Certificate
  /** As of the server without TLS; connections of HTTP/1.1 have all of them. */
  readonly timeouts: { readonly requestTimeout: number; readonly keepAliveTimeout: number }
  readonly isDraining: () => boolean
  /** Called for each request, of both versions of HTTP. */
  readonly onRequest: (request: unknown, response: unknown) => void
}

/**
 * HTTP/2 names the host as `:authority`. It becomes the header `host` that everything behind expects; one that says
 * something else as well counts as a second one.
 */
const adoptAuthority = ({ headers, rawHeaders, authority }: Http2ServerRequest): void => {
  if (headers.host === authority) return
  headers.host ??= authority
  rawHeaders.push('host', authority)
}

/** Node watches how long a body takes over HTTP/1.1 only. */
const limitBody = ({ stream }: Http2ServerRequest, milliseconds: number): void => {
  if (stream.endAfterHeaders) return
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), milliseconds)
  const clear = (): void => clearTimeout(timer)
  stream.once('end', clear)
  stream.once('close', clear)
}

/** An answer is in memory until its client reads it, and a client may keep its window at zero: not for longer than it may be idle. */
const limitReading = (response: Http2ServerResponse, milliseconds: number): void => {
  const { stream } = response
  stream.setTimeout(milliseconds, () => {
    // While the answer is made nothing moves either.
    if (response.writableEnded || stream.writableNeedDrain) stream.close(constants.NGHTTP2_CANCEL)
    else limitReading(response, milliseconds)
  })
}

/** Fastify calls these on its server in addition to what both kinds have; an HTTP/2 server lacks the one that is added here. */
const isServer = (server: object): server is Server =>
  'closeAllConnections' in server && 'closeIdleConnections' in server

/** Ends all connections at once, also those with requests that run. */
const withCut = (server: Http2SecureServer) => {
  const sockets = new Set<IncomingMessage['socket']>()
  server.on('connection', (socket: IncomingMessage['socket']) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return Object.assign(server, {
    closeAllConnections: () => sockets.forEach((socket) => socket.destroy()),
  })
}

/** A server for HTTP/2, and for clients that know only HTTP/1.1, over TLS. */
export const createTlsServer = ({
  certificate,
  timeouts,
  isDraining,
  onRequest,
}: TlsServerOptions): Server => {
  const options = {
    ...timeouts,
    handshakeTimeout: timeouts.requestTimeout,
    settings: { maxConcurrentStreams },
  }
  const server = withCut(createSecureServer({ ...options, ...certificate.pair, allowHTTP1: true }))
  server.on('connection', () => void certificate.refresh(server))
  server.on('session', (session: ServerHttp2Session) =>
    session.setTimeout(timeouts.keepAliveTimeout, () => session.close()),
  )
  server.on('request', (request, response) => {
    if (request.httpVersionMajor > 1) {
      adoptAuthority(request)
      limitBody(request, timeouts.requestTimeout)
      limitReading(response, timeouts.keepAliveTimeout)
      // Says that later requests belong elsewhere, and ends after those that run.
      if (isDraining()) request.stream.session?.close()
    }
    onRequest(request, response)
  })
  if (!isServer(server)) throw new TypeError('not a server that Fastify can close')
  return server
}
