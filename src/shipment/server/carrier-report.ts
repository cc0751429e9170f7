import { z } from 'zod'

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
