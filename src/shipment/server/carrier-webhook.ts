import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { parseJson, printable, ReportedDay, ReportedInstant, ReportedState } from './carrier.ts'
import type { CarrierReport } from './carrier.ts'

const about = { id: printable(100), tracking: printable(40), at: ReportedInstant }

const EventBody = z.union([
  z.object({ ...about, event: ReportedState }),
  z.object({ ...about, event: z.literal('delayed'), expected_on: ReportedDay }),
])

/** Reads a report in the format of the webhooks. VALIDATION_ERROR. */
export const readCarrierReport = (report: unknown): CarrierReport => {
  const parsed = EventBody.safeParse(report)
  if (!parsed.success) throw new ShopError('VALIDATION_ERROR')
  const { id: externalId, tracking, at } = parsed.data
  const says =
    parsed.data.event === 'delayed'
      ? ({ kind: 'delayed', expectedOn: parsed.data.expected_on } as const)
      : ({ kind: 'state', state: parsed.data.event } as const)
  return { tracking, says, at, externalId }
}

const toleranceSeconds = 300

/** How a webhook is checked: as one of this carrier, with the secret, at this time of the machine. */
interface Check {
  /** The name in the webhook's address. */
  readonly carrier: string
  readonly secret: string
  readonly now: Temporal.Instant
}

const isSigned = ({ carrier, secret, now }: Check, signature: string, rawBody: string): boolean => {
  const { seconds = '', hex = '' } =
    /^t=(?<seconds>\d{1,12}),v1=(?<hex>[0-9a-f]{64})$/.exec(signature)?.groups ?? {}
  if (hex === '') return false
  const expected = createHmac('sha256', secret).update(`${carrier}.${seconds}.${rawBody}`).digest()
  const age = Math.abs(now.epochMilliseconds / 1_000 - Number(seconds))
  return timingSafeEqual(expected, Buffer.from(hex, 'hex')) && age <= toleranceSeconds
}

/**
 * Reads a webhook with the header `shipment-signature: t=<unix seconds>,v1=<hex>`, the HMAC-SHA-256 of
 * `<carrier>.<unix seconds>.<body>` with the carrier of the address, so that it counts at no other one. FORBIDDEN when the
 * signature is wrong or older than five minutes; VALIDATION_ERROR for a signed body that is no report.
 */
export const readCarrierWebhook = (check: Check, signature: unknown, rawBody: string): CarrierReport => {
  if (typeof signature !== 'string' || !isSigned(check, signature, rawBody)) throw new ShopError('FORBIDDEN')
  return readCarrierReport(parseJson(rawBody))
}
