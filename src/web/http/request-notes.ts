import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ids } from '#platform/ids.ts'
import type { ActorKind, AnsweredRequest, RequestLog } from '#platform/request-log.ts'
import { requestIdHeader } from './request-ids.ts'

/** What becomes known of a request while it is answered, for its line in the log and for the metrics. */
export interface RequestNotes {
  readonly setActor: (request: FastifyRequest, actor: ActorKind) => void
  /** The pattern of a page: the router knows only that it is one. */
  readonly setPage: (request: FastifyRequest, pattern: string) => void
  /** `visitor` for a request that was refused before anybody looked. */
  readonly actorOf: (request: FastifyRequest) => ActorKind
  readonly routeOf: (request: FastifyRequest) => string
}

export const createRequestNotes = (): RequestNotes => {
  const actors = new WeakMap<FastifyRequest, ActorKind>()
  const pages = new WeakMap<FastifyRequest, string>()
  return {
    setActor: (request, actor) => void actors.set(request, actor),
    setPage: (request, pattern) => void pages.set(request, pattern),
    actorOf: (request) => actors.get(request) ?? 'visitor',
    routeOf: (request) => pages.get(request) ?? request.routeOptions.url ?? 'none',
  }
}

const lineOf = (request: FastifyRequest, reply: FastifyReply, notes: RequestNotes): AnsweredRequest => ({
  method: request.method,
  route: notes.routeOf(request),
  status: reply.statusCode,
  ms: reply.elapsedTime,
  requestId: request.id,
  actor: notes.actorOf(request),
})

/** As proxies write it: 499 for a client that left before the answer began. */
const leftEarly = ({ raw, statusCode }: FastifyReply): Pick<AnsweredRequest, 'status' | 'aborted'> => ({
  status: raw.headersSent ? statusCode : 499,
  aborted: true,
})

/** Names every answer, and writes one line for each. */
export const registerRequestLog = (
  app: FastifyInstance,
  log: RequestLog,
  notes: RequestNotes,
  machinePaths: readonly string[],
): void => {
  const answered = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    if (machinePaths.some((path) => request.url.startsWith(path))) notes.setActor(request, 'partner')
    // An answer whose client has left never finishes.
    reply.raw.once('close', () => {
      if (!answered.has(request)) log.add({ ...lineOf(request, reply, notes), ...leftEarly(reply) })
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    answered.add(request)
    log.add(lineOf(request, reply, notes))
    done()
  })
  app.addHook('onClose', (_app, done) => {
    log.flush()
    done()
  })
}

/** Names and notes what no hook sees: a path that cannot be decoded, and what is no HTTP. */
export const unroutedRequests = (log: RequestLog, ids: Pick<Ids, 'requestId'>) => ({
  noteUnrouted: (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header(requestIdHeader, request.id)
    reply.raw.once('close', () => {
      log.add({
        method: request.method,
        route: 'none',
        status: reply.raw.statusCode,
        ms: reply.elapsedTime,
        requestId: request.id,
        actor: 'visitor',
      })
    })
  },
  nameBroken: (): string => {
    const requestId = ids.requestId()
    log.add({ method: 'none', route: 'none', status: 400, ms: 0, requestId, actor: 'visitor' })
    return requestId
  },
})
