import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'

const Reported = z.enum(['shipped', 'in-transit', 'delivered', 'lost', 'returned-to-sender'])

/** Years that PostgreSQL writes as Temporal reads them; a time zone can lead out of those with four digits. */
const isStorable = ({ year }: Pick<Temporal.PlainDate, 'year'>): boolean => year >= 1 && year <= 9999

const Instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Temporal.Instant.from(text))
  .refine((at) => isStorable(at.toZonedDateTimeISO('UTC')))
const Day = z.iso
  .date()
  .transform((text) => Temporal.PlainDate.from(text))
  .refine(isStorable)

const printable = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]+$/)

const about = { id: printable(100), tracking: printable(40), at: Instant }

const EventBody = z.union([
  z.object({ ...about, event: Reported }),
  z.object({ ...about, event: z.literal('delayed'), expected_on: Day }),
])

/** What a carrier reports of one shipment. */
export interface CarrierReport {
  readonly tracking: string
  readonly says:
    | { readonly kind: 'state'; readonly state: z.output<typeof Reported> }
    | { readonly kind: 'delayed'; readonly expectedOn: Temporal.PlainDate }
  readonly at: Temporal.Instant
  /** How the carrier names the event. */
  readonly externalId: string
}

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

/** How a webhook is checked: with the secret, at this time of the machine. */
interface Check {
  readonly secret: string
  readonly now: Temporal.Instant
}

const isSigned = ({ secret, now }: Check, signature: string, rawBody: string): boolean => {
  const { seconds = '', hex = '' } =
    /^t=(?<seconds>\d{1,12}),v1=(?<hex>[0-9a-f]{64})$/.exec(signature)?.groups ?? {}
  if (hex === '') return false
  const expected = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest()
  const age = Math.abs(now.epochMilliseconds / 1_000 - Number(seconds))
  return timingSafeEqual(expected, Buffer.from(hex, 'hex')) && age <= toleranceSeconds
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads a webhook with the header `shipment-signature: t=<unix seconds>,v1=<hex>`, the HMAC-SHA-256 of
 * `<unix seconds>.<body>`. FORBIDDEN when the signature is wrong or older than five minutes; VALIDATION_ERROR for a signed
 * body that is no report.
 */
export const readCarrierWebhook = (check: Check, signature: unknown, rawBody: string): CarrierReport => {
  if (typeof signature !== 'string' || !isSigned(check, signature, rawBody)) throw new ShopError('FORBIDDEN')
  return readCarrierReport(parseJson(rawBody))
}
