import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { asWork } from '#platform/time-limits.ts'
import type { Certificate } from './certificate.ts'
import { createTlsServer } from './tls-server.ts'

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
        if (request.httpVersionMajor < 2) {
          if (isDraining()) response.setHeader('connection', 'close')
          limitReading(response, keepAliveMs)
        }
        if (answers.some((answer) => answer(request, response))) return
        asWork(workOf(request), () => handle(request, response))
      }),
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>
