import { z } from 'zod'
import type { ProcessorTime } from './processor.ts'
import { parsed, sendRequest, type SandboxDeps } from './sandbox-http.ts'

const Clock = z.object({ next_event_at: z.string().nullable(), events: z.int().optional() })

/** The time of the port: what banks do days after a charge follows the shop's clock. */
export const sandboxTime = (deps: SandboxDeps): ProcessorTime => ({
  nextEventAt: async () => {
    const reply = await sendRequest(deps, { method: 'GET', path: '/v1/clock' })
    const at = reply && parsed(Clock, reply.body)?.next_event_at
    return at === null || at === undefined ? null : Temporal.Instant.from(at)
  },
  moveTo: async (moment) => {
    const body = JSON.stringify({ to: moment.toString() })
    const reply = await sendRequest(deps, { method: 'POST', path: '/v1/clock', body })
    return (reply && parsed(Clock, reply.body)?.events) ?? 0
  },
})
