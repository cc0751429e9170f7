import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { asWork } from '#platform/time-limits.ts'

/** Answers a request before Fastify and its hooks; false leaves the request to Fastify. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Times after which Node closes a connection, in milliseconds. */
interface Timeouts {
  /** A request whose head and body have not arrived by then. */
  readonly requestMs: number
  /** An idle connection. */
  readonly keepAliveMs: number
}

/** By who waits for it: somebody who reads, or who wants something done. */
const workOf = ({ method }: IncomingMessage): 'read' | 'write' =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

/** The HTTP server under Fastify (its option `serverFactory`), and the requests that are answered before it. */
export const createHttpServer = (
  { requestMs, keepAliveMs }: Timeouts,
  isDraining: () => boolean = () => false,
) => {
  const answers: EarlyAnswer[] = []
  const options = {
    requestTimeout: requestMs,
    // Node uses the larger of the two for the body, whichever it is called.
    headersTimeout: requestMs,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: keepAliveMs,
  }
  return {
    answerEarly: (answer: EarlyAnswer): void => void answers.push(answer),
    serverFactory: (handle: (request: IncomingMessage, response: ServerResponse) => void): Server =>
      createServer(options, (request, response) => {
        if (isDraining()) response.setHeader('connection', 'close')
        if (answers.some((answer) => answer(request, response))) return
        asWork(workOf(request), () => handle(request, response))
      }),
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>
