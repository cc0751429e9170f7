import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { OutgoingFailure, type Outgoing, type OutgoingReply } from '#platform/outgoing.ts'
import type { ProcessorTime } from './processor.ts'

interface SandboxSettings {
  /** Where this server reaches the sandbox, without a trailing slash. */
  readonly apiUrl: string
  /** The sandbox's URL for browsers. */
  readonly publicUrl: string
  readonly secretKey: string
  readonly publicKey: string
  readonly webhookSecret: string
  /** The shop's URL for browsers. */
  readonly shopUrl: string
}

export interface SandboxDeps {
  readonly settings: SandboxSettings
  readonly outgoing: Outgoing
  readonly log: Log
  /** The machine's clock, by which webhooks are signed. */
  readonly machineClock: Clock
  /** The time of the shop, sent with each request: what banks do days later happens by it. */
  readonly shopClock: Clock
  /** How long to wait for an answer; 10 seconds by default. */
  readonly timeoutMs?: number
}

/** The reply when it has the expected shape, null otherwise. */
export const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const Refused = z.object({ error: z.object({ code: z.string() }) })

/** Why the sandbox refused a request; `''` when it did not say. */
export const refusalOf = (reply: OutgoingReply): string => parsed(Refused, reply.body)?.error.code ?? ''

/** Sends a request; null when no complete answer came back or the sandbox itself failed. */
export const sendRequest = async (
  { settings, outgoing, log, shopClock, timeoutMs = 10_000 }: SandboxDeps,
  request: { method: 'GET' | 'POST'; path: string; key?: string; body?: string },
): Promise<OutgoingReply | null> => {
  const headers = {
    authorization: `Bearer ${settings.secretKey}`,
    'shop-time': shopClock.now().toString(),
    ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const url = `${settings.apiUrl}${request.path}`
  try {
    const reply = await outgoing.request({
      method: request.method,
      url,
      headers,
      body: request.body,
      timeoutMs,
    })
    if (reply.status < 500) return reply
    log.warn({ status: reply.status }, 'the sandbox processor failed')
  } catch (thrown) {
    if (!(thrown instanceof OutgoingFailure)) throw thrown
    log.warn({ kind: thrown.kind }, 'the sandbox processor did not answer')
  }
  return null
}

const ProcessorClock = z.object({ next_event_at: z.string().nullable(), events: z.int().optional() })

/** The time of the port: what banks do days after a charge follows the shop's clock. */
export const sandboxTime = (deps: SandboxDeps): ProcessorTime => ({
  nextEventAt: async () => {
    const reply = await sendRequest(deps, { method: 'GET', path: '/v1/clock' })
    const at = reply && parsed(ProcessorClock, reply.body)?.next_event_at
    return at === null || at === undefined ? null : Temporal.Instant.from(at)
  },
  moveTo: async (moment) => {
    const body = JSON.stringify({ to: moment.toString() })
    const reply = await sendRequest(deps, { method: 'POST', path: '/v1/clock', body })
    return (reply && parsed(ProcessorClock, reply.body)?.events) ?? 0
  },
})
