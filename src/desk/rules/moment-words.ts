import { brand } from '#shared/brand.ts'

/** `Nov 25, 2026, 9:00 AM` in the shop's time zone, of a moment. */
export const timeWords = (at: Temporal.Instant | string): string =>
  Temporal.Instant.from(at).toLocaleString(brand.locale, {
    timeZone: brand.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })

/** Whether a moment is more than a year ahead: a mistyped year is, and hardly anything that is planned. */
export const isFarAhead = (moment: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(moment, now.toZonedDateTimeISO(brand.timeZone).add({ years: 1 }).toInstant()) > 0

/** A date and time as it is typed in the shop's time zone: `2026-11-25T09:00`. */
export const momentTyped = (text: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(brand.timeZone).toInstant()
