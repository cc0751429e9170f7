import { z } from 'zod'
import { isExpedited } from '#pricing/rules/shipping-methods.ts'
import type { Log } from '#platform/log.ts'
import { OutgoingFailure } from '#platform/outgoing.ts'
import type { Outgoing, OutgoingReply } from '#platform/outgoing.ts'
import type { ShippingPolicy } from '../rules/shipping-policy.ts'
import type { CarrierPort, LabelFile, LabelOutcome, LabelRequest } from './carrier.ts'

interface SandboxCarrierDeps {
  /** Where this server reaches it, without a trailing slash. */
  readonly apiUrl: string
  readonly secretKey: string
  /** Where returns go. */
  readonly warehouse: ShippingPolicy['from']
  readonly outgoing: Outgoing
  readonly log: Log
}

const Label = z.object({
  id: z.string(),
  service_name: z.string(),
  tracking: z.string(),
  tracking_url: z.url(),
  expected_on: z.iso.date().transform((text) => Temporal.PlainDate.from(text)),
})
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
const File = z.object({ content: z.base64() })
const Clock = z.object({ next_event_at: z.iso.datetime().nullable(), events: z.int().optional() })

/** The reply when it has the expected shape, null otherwise. */
const parsed = <Schema extends z.ZodType>(
  schema: Schema,
  { body }: OutgoingReply,
): z.output<Schema> | null => {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  readonly timeoutMs?: number
}

const answerMs = 10_000
/** Until the shop has taken all reports of a day. */
const reportsMs = 120_000

/** Sends a request; null when no complete answer came back or the sandbox itself failed. */
const ask = async (
  { apiUrl, secretKey, outgoing, log }: SandboxCarrierDeps,
  { method, path, key, body, timeoutMs = answerMs }: Call,
): Promise<OutgoingReply | null> => {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? undefined : JSON.stringify(body)
  try {
    const reply = await outgoing.request({ method, url: `${apiUrl}${path}`, headers, body: sent, timeoutMs })
    if (reply.status < 500) return reply
    log.warn({ status: reply.status }, 'the sandbox carrier failed')
  } catch (thrown) {
    if (!(thrown instanceof OutgoingFailure)) throw thrown
    log.warn({ kind: thrown.kind }, 'the sandbox carrier did not answer')
  }
  return null
}

const serviceFor = (country: string, shippingMethod: string): string => {
  if (country !== 'US') return 'international'
  return isExpedited(shippingMethod) ? 'express' : 'standard'
}

const buyerOf = ({ to }: LabelRequest) => ({
  name: `${to.firstName} ${to.lastName}`,
  company: to.company,
  address: to.address,
  unit: to.unit,
  city: to.city,
  region: to.region,
  zip: to.zip,
  country: to.country,
  phone: to.phone,
})

const addressOf = (warehouse: ShippingPolicy['from']) => ({
  name: warehouse.name,
  company: warehouse.company,
  address: warehouse.street1,
  unit: warehouse.street2,
  city: warehouse.city,
  region: warehouse.state,
  zip: warehouse.zip,
  country: warehouse.country,
  phone: warehouse.phone,
})

const labelBody = ({ warehouse }: SandboxCarrierDeps, request: LabelRequest) => ({
  service: serviceFor(request.to.country, request.shippingMethod),
  weight_grams: request.weightGrams,
  reference: request.reference,
  ...(request.isReturn ? { to: addressOf(warehouse), from: buyerOf(request) } : { to: buyerOf(request) }),
  at: request.at.toString(),
})

const outcomeOf = (reply: OutgoingReply | null): LabelOutcome => {
  const label = reply?.status === 200 ? parsed(Label, reply) : null
  if (label) {
    const { id, service_name: service, tracking, tracking_url: trackingUrl, expected_on: expectedOn } = label
    return { state: 'bought', label: { id, service, tracking, trackingUrl, expectedOn } }
  }
  const refused = reply?.status === 422 || reply?.status === 409 ? parsed(Refused, reply) : null
  return refused ? { state: 'refused', reason: refused.error.message } : { state: 'unknown' }
}

const fileOf = (reply: OutgoingReply | null): LabelFile => {
  if (!reply) return { kind: 'none', problem: 'The carrier does not answer; try again in a moment.' }
  const file = reply.status === 200 ? parsed(File, reply) : null
  if (file) return { kind: 'file', bytes: Buffer.from(file.content, 'base64') }
  return { kind: 'none', problem: parsed(Refused, reply)?.error.message ?? 'The carrier has no such label.' }
}

/** The port with the sandbox carrier's REST API. */
export const createSandboxCarrier = (deps: SandboxCarrierDeps): CarrierPort => ({
  code: 'sandbox',
  buyLabel: async (request) =>
    outcomeOf(
      await ask(deps, {
        method: 'POST',
        path: '/v1/labels',
        key: request.key,
        body: labelBody(deps, request),
      }),
    ),
  voidLabel: async (key) => {
    const path = `/v1/labels/by-key/${encodeURIComponent(key)}/void`
    const reply = await ask(deps, { method: 'POST', path })
    if (reply?.status === 200) return 'voided'
    return reply?.status === 409 ? 'used' : 'unknown'
  },
  labelFile: async (labelId, format) => {
    const path = `/v1/labels/${encodeURIComponent(labelId)}/file?format=${format}`
    return fileOf(await ask(deps, { method: 'GET', path }))
  },
  handOver: async (labels, at) => {
    const body = { labels, at: at.toString() }
    return (await ask(deps, { method: 'POST', path: '/v1/hand-overs', body }))?.status === 200
  },
  time: {
    nextEventAt: async () => {
      const reply = await ask(deps, { method: 'GET', path: '/v1/clock' })
      const at = reply && parsed(Clock, reply)?.next_event_at
      return at === null || at === undefined ? null : Temporal.Instant.from(at)
    },
    moveTo: async (moment) => {
      const body = { to: moment.toString() }
      const reply = await ask(deps, { method: 'POST', path: '/v1/clock', body, timeoutMs: reportsMs })
      return (reply && parsed(Clock, reply)?.events) ?? 0
    },
  },
})
