import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallContext } from '#platform/call-context.ts'
import type { BoundCall } from './bound-calls.ts'

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<CallContext>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** One payload from query, body and path; the path wins, so that a body cannot name another object. */
const payloadOf = (request: FastifyRequest): unknown => {
  if (request.body !== undefined && request.body !== null && !isRecord(request.body)) return request.body
  return { ...record(request.query), ...record(request.body), ...record(request.params) }
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Registers every row of the call table as a JSON route; with and without the trailing slash (spec §7). */
export const registerCalls = (
  app: FastifyInstance,
  calls: readonly BoundCall[],
  contextOf: ContextOf,
): void => {
  for (const { call, run } of calls) {
    app.route({
      method: call.method,
      url: fastifyPath(call.path),
      handler: async (request, reply) => {
        const context = await contextOf(request, reply)
        const answer = z.parse(call.reply, await run(context, payloadOf(request)))
        return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer)
      },
    })
  }
}
