import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenStep, Telemetry } from '#platform/telemetry.ts'
import type { ProxyTrust } from './request-ids.ts'
import type { RequestNotes } from './request-notes.ts'

/** The trace of a trusted proxy continues; what a client says of traces is ignored. */
const parentOf = ({ headers, raw }: FastifyRequest, isTrusted: ProxyTrust): string | undefined => {
  const { traceparent } = headers
  return typeof traceparent === 'string' && isTrusted(raw.socket.remoteAddress ?? '', 0)
    ? traceparent
    : undefined
}

/** Makes a trace of each request that reaches the router. Pages from memory ask nobody anything: they have none. */
export const registerRequestTracing = (
  app: FastifyInstance,
  telemetry: Telemetry,
  notes: RequestNotes,
  isTrusted: ProxyTrust,
): void => {
  if (!telemetry.isOn) return
  const steps = new WeakMap<FastifyRequest, OpenStep>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const facts = { 'http.request.method': method, 'loam.request_id': request.id }
    const step = telemetry.open({ name: method, kind: 'server', facts, parent: parentOf(request, isTrusted) })
    steps.set(request, step)
    reply.raw.once('close', () => {
      const route = notes.routeOf(request)
      const { statusCode } = reply
      step.end({
        name: `${method} ${route}`,
        failed: statusCode >= 500,
        facts: {
          'http.route': route,
          'http.response.status_code': statusCode,
          'loam.actor': notes.actorOf(request),
        },
      })
    })
    step.run(done)
  })
  // Reading a body leaves the step: its bytes come with the connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const step = steps.get(request)
    if (step) step.run(done)
    else done()
  })
}
