import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { parseJson, printable, ReportedDay, ReportedInstant } from './carrier.ts'
import type { CarrierReport, ReportedState } from './carrier.ts'

/** A tracker of EasyPost (docs.easypost.com/docs/trackers), as far as the shop reads it. */
const Tracker = z.object({
  object: z.literal('Tracker'),
  tracking_code: printable(40),
  status: z.string(),
  status_detail: z.string().nullish(),
  updated_at: ReportedInstant,
  est_delivery_date: z.string().nullish(),
  tracking_details: z.array(z.object({ status: z.string().nullish(), datetime: ReportedInstant })).nullish(),
})

type Tracker = z.output<typeof Tracker>

/** An id is `evt_…` and 32 hexadecimal digits; the shop adds to it what a second report of the same event is about. */
const Event = z.object({
  object: z.literal('Event'),
  id: printable(90),
  description: z.string(),
  result: z.unknown(),
})

const states: ReadonlyMap<string, ReportedState> = new Map([
  ['in_transit', 'in-transit'],
  ['out_for_delivery', 'in-transit'],
  ['available_for_pickup', 'in-transit'],
  ['delivered', 'delivered'],
  ['return_to_sender', 'returned-to-sender'],
])

/** A failure is a loss only when the carrier says so; what else fails may still arrive or come back. */
const stateOf = ({ status, status_detail: detail }: Tracker): ReportedState | null =>
  status === 'failure' && detail === 'lost' ? 'lost' : (states.get(status) ?? null)

/** When the tracker took its status. */
const sinceOf = ({ status, tracking_details: details, updated_at: updatedAt }: Tracker): Temporal.Instant =>
  details?.findLast((detail) => detail.status === status)?.datetime ?? updatedAt

const delayOf = ({
  status_detail: detail,
  est_delivery_date: expected,
}: Tracker): Temporal.PlainDate | null => {
  if (detail !== 'delayed' && detail !== 'weather_delay') return null
  return ReportedDay.safeParse(expected?.slice(0, 10)).data ?? null
}

const reportsOf = (eventId: string, tracker: Tracker): readonly CarrierReport[] => {
  const { tracking_code: tracking } = tracker
  const at = sinceOf(tracker)
  const state = stateOf(tracker)
  const expectedOn = delayOf(tracker)
  return [
    ...(state === null
      ? []
      : [{ tracking, says: { kind: 'state', state } as const, at, externalId: eventId }]),
    ...(expectedOn === null
      ? []
      : [{ tracking, says: { kind: 'delayed', expectedOn } as const, at, externalId: `${eventId}:delayed` }]),
  ]
}

const isSigned = (secret: string, signature: string, rawBody: string): boolean => {
  const hex = /^hmac-sha256-hex=(?<hex>[0-9a-f]{64})$/.exec(signature)?.groups?.['hex']
  if (hex === undefined) return false
  const expected = createHmac('sha256', secret.normalize('NFKD')).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'))
}

/**
 * Reads a webhook of EasyPost with the header `x-hmac-signature: hmac-sha256-hex=<hex>`, the HMAC-SHA-256 of the body. The
 * signature has no time: an event that is sent again has the same id. What says nothing of a shipment that has left gives
 * no reports. FORBIDDEN when the signature is wrong; VALIDATION_ERROR for a signed body that is no event of EasyPost.
 */
export const readEasyPostWebhook = (
  secret: string,
  signature: unknown,
  rawBody: string,
): readonly CarrierReport[] => {
  if (typeof signature !== 'string' || !isSigned(secret, signature, rawBody)) throw new ShopError('FORBIDDEN')
  const event = Event.safeParse(parseJson(rawBody))
  if (!event.success) throw new ShopError('VALIDATION_ERROR')
  const { id, description, result } = event.data
  if (description !== 'tracker.created' && description !== 'tracker.updated') return []
  const tracker = Tracker.safeParse(result)
  if (!tracker.success) throw new ShopError('VALIDATION_ERROR')
  return reportsOf(id, tracker.data)
}
