import { z } from 'zod'
import type { LabelRequest } from '../rules/label-request.ts'

export type { LabelRequest } from '../rules/label-request.ts'

/** A label as its carrier describes it. */
export interface BoughtLabel {
  /** How the carrier names it. */
  readonly id: string
  readonly service: string
  readonly tracking: string
  /** The page that follows it. */
  readonly trackingUrl: string
  readonly expectedOn: Temporal.PlainDate | null
}

/** `unknown`: no answer, so that it may have been bought; the same key is asked for again. */
export type LabelOutcome =
  | { readonly state: 'bought'; readonly label: BoughtLabel }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'unknown' }

export const labelFormats = ['pdf', 'zpl'] as const

export type LabelFormat = (typeof labelFormats)[number]

/** A label to be printed; or the reason for a refusal, as a sentence. */
export type LabelFile =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'none'; readonly problem: string }

/** The time of a carrier that a sandbox shop takes along. */
interface CarrierTime {
  /** When the carrier reports next; null when nothing is planned or it does not answer. */
  readonly nextEventAt: () => Promise<Temporal.Instant | null>
  /** It is this moment there from now on; resolves with the number of its reports, once the shop has taken them. */
  readonly moveTo: (moment: Temporal.Instant) => Promise<number>
}

/** A carrier, or a service between shop and carriers, as the shop needs it. None of these throws for a lost answer. */
export interface CarrierPort {
  /** Its code in shipments and in the path of its webhooks; null when it sells no labels. */
  readonly code: string | null
  readonly buyLabel: (request: LabelRequest) => Promise<LabelOutcome>
  /** From now on the key has no label. `used`: the carrier has the shipment. */
  readonly voidLabel: (key: string) => Promise<'voided' | 'used' | 'unknown'>
  readonly labelFile: (labelId: string, format: LabelFormat) => Promise<LabelFile>
  /** Gives it the shipments of labels; false when it gave no answer. */
  readonly handOver: (labelIds: readonly string[], at: Temporal.Instant) => Promise<boolean>
  /** Null for a carrier that runs in real time. */
  readonly time: CarrierTime | null
}

/** What carriers say of a shipment that has left. */
export const ReportedState = z.enum(['shipped', 'in-transit', 'delivered', 'lost', 'returned-to-sender'])

export type ReportedState = z.output<typeof ReportedState>

/** What a carrier reports of one shipment. */
export interface CarrierReport {
  readonly tracking: string
  readonly says:
    | { readonly kind: 'state'; readonly state: ReportedState }
    | { readonly kind: 'delayed'; readonly expectedOn: Temporal.PlainDate }
  readonly at: Temporal.Instant
  /** How the carrier names the event. */
  readonly externalId: string
}

/** Years that PostgreSQL writes as Temporal reads them; a time zone can lead out of those with four digits. */
const isStorable = ({ year }: Pick<Temporal.PlainDate, 'year'>): boolean => year >= 1 && year <= 9999

/** The moment of a report. */
export const ReportedInstant = z.iso
  .datetime({ offset: true })
  .transform((text) => Temporal.Instant.from(text))
  .refine((at) => isStorable(at.toZonedDateTimeISO('UTC')))

/** A day of a report. */
export const ReportedDay = z.iso
  .date()
  .transform((text) => Temporal.PlainDate.from(text))
  .refine(isStorable)

/** Text that every database stores. */
export const printable = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]+$/)

/** The JSON of a body; null for anything else. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const reason = 'This shop buys no labels itself (CARRIER=manual); record what you have bought with `ship`.'

/** People buy labels elsewhere, and record with what number a shipment left. */
export const manualCarrier: CarrierPort = {
  code: null,
  buyLabel: () => Promise.resolve({ state: 'refused', reason }),
  voidLabel: () => Promise.resolve('voided'),
  labelFile: () => Promise.resolve({ kind: 'none', problem: reason }),
  handOver: () => Promise.resolve(false),
  time: null,
}
