import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type {
  Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from 'node:http2'
import { asWork } from '#platform/time-limits.ts'
import type { Certificate } from './certificate.ts'

/** Answers a request before Fastify and its hooks; false leaves the request to Fastify. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Times after which Node closes a connection, in milliseconds. */
interface Timeouts {
  /** A request whose head and body have not arrived by then. */
  readonly requestMs: number
  /** An idle connection. */
  readonly keepAliveMs: number
}

interface HttpServerOptions {
  readonly isDraining?: () => boolean
  /** Set for a shop that terminates TLS itself. */
  readonly certificate?: Certificate | null
}

/** The kind of work, for its time limits: reading, or changing something. */
const workOf = ({ method }: IncomingMessage): 'read' | 'write' =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An answer is in memory until its client reads it: not for longer than a connection may be idle. */
const limitReading = (response: ServerResponse, milliseconds: number): void => {
  response.setTimeout(milliseconds, () => {
    if (response.writableEnded || response.writableNeedDrain) response.socket?.destroy()
    // The answer is still being made.
    else response.socket?.setTimeout(milliseconds)
  })
}

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
const limitTlsReading = (response: Http2ServerResponse, milliseconds: number): void => {
  const { stream } = response
  stream.setTimeout(milliseconds, () => {
    // While the answer is made nothing moves either.
    if (response.writableEnded || stream.writableNeedDrain) stream.close(constants.NGHTTP2_CANCEL)
    else limitTlsReading(response, milliseconds)
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
const createTlsServer = ({ certificate, timeouts, isDraining, onRequest }: TlsServerOptions): Server => {
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
      limitTlsReading(response, timeouts.keepAliveTimeout)
      // Says that later requests belong elsewhere, and ends after those that run.
      if (isDraining()) request.stream.session?.close()
    }
    onRequest(request, response)
  })
  if (!isServer(server)) throw new TypeError('not a server that Fastify can close')
  return server
}

/** The HTTP server under Fastify (its option `serverFactory`), and the requests that are answered before it. */
export const createHttpServer = (
  { requestMs, keepAliveMs }: Timeouts,
  { isDraining = () => false, certificate = null }: HttpServerOptions = {},
) => {
  const answers: EarlyAnswer[] = []
  const options = {
    requestTimeout: requestMs,
    // Node uses the larger of the two for the body, whichever it is called.
    headersTimeout: requestMs,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: keepAliveMs,
  }
  const open = (answer: Answer): Server => {
    if (certificate === null) return createServer(options, answer)
    // Requests of HTTP/2 have the parts of those of HTTP/1.1 that are used, and other types.
    const requests = new EventEmitter<{ request: Parameters<Answer> }>().on('request', answer)
    const onRequest = (...parts: unknown[]): void =>
      void EventEmitter.prototype.emit.call(requests, 'request', ...parts)
    return createTlsServer({ certificate, timeouts: options, isDraining, onRequest })
  }
  return {
    answerEarly: (answer: EarlyAnswer): void => void answers.push(answer),
    serverFactory: (handle: Answer): Server =>
      open((request, response) => {
        // Connections of HTTP/2 end by a frame of their own.
        const isOlder = request.httpVersionMajor < 2
        if (isOlder && isDraining()) response.setHeader('connection', 'close')
        const isAnswered = answers.some((answer) => answer(request, response))
        // What the system has taken already waits for nobody.
        if (isOlder && !(isAnswered && response.writableLength === 0)) limitReading(response, keepAliveMs)
        if (isAnswered) return
        asWork(workOf(request), () => handle(request, response))
      }),
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>
