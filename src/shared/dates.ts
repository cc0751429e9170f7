/**
 * The date of the `steps`-th period, counted from the anchor and never from the last date:
 * 31 January → 28 February → 31 March.
 */
export const fromAnchor = (anchor: Temporal.PlainDate, months: number, steps: number): Temporal.PlainDate =>
  anchor.add({ months: months * steps }, { overflow: 'constrain' })

/** The calendar date of an instant in the shop's time zone. */
export const dateIn = (instant: Temporal.Instant, timeZone: string): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate()

const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July',
  'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

/** `2026-12-18` → `18 December 2026`. Takes text, for dates arrive in the browser as text. */
export const longDate = (isoDate: string): string => {
  const [year = '', month = '', day = ''] = isoDate.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`.trim()
}

/** A nullable column as it arrives from the database, as a Temporal value. */
export const instantOrNull = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

/** The same for a calendar date. */
export const dateOrNull = (text: string | null): Temporal.PlainDate | null =>
  text === null ? null : Temporal.PlainDate.from(text)
