import { brand } from './brand.ts'

/**
 * The date of the `steps`-th period, counted from the anchor and never from the last date:
 * January 31 → February 28 → March 31.
 */
export const fromAnchor = (anchor: Temporal.PlainDate, months: number, steps: number): Temporal.PlainDate =>
  anchor.add({ months: months * steps }, { overflow: 'constrain' })

/** The calendar date of an instant in the shop's time zone. */
export const dateIn = (instant: Temporal.Instant, timeZone: string): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate()

const long = new Intl.DateTimeFormat(brand.locale, { dateStyle: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(brand.locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
const abbreviated = new Intl.DateTimeFormat(brand.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat(brand.locale, { timeStyle: 'short', timeZone: 'UTC' })

const millisecondsOf = (isoDate: string): number => Date.parse(`${isoDate.slice(0, 10)}T00:00:00Z`)

/** `2026-12-18` → `December 18, 2026`. Takes text, because dates arrive in the browser as text. */
export const longDate = (isoDate: string): string => long.format(millisecondsOf(isoDate))

/** A date of these months without its year: `2026-12-18` → `December 18`. */
export const shortDate = (isoDate: string): string => short.format(millisecondsOf(isoDate))

/** The same for buttons: `2026-12-18` → `Dec 18`. */
export const abbreviatedDate = (isoDate: string): string => abbreviated.format(millisecondsOf(isoDate))

/** `16:10` → `4:10 PM`; browsers and servers differ in the kind of space that they put there. */
export const clockTime = (isoTime: string): string =>
  time.format(Date.parse(`1970-01-01T${isoTime.slice(0, 5)}:00Z`)).replaceAll('\u{202f}', ' ')

/** A nullable column as it arrives from the database, as a Temporal value. */
export const instantOrNull = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

/** The same for a calendar date. */
export const dateOrNull = (text: string | null): Temporal.PlainDate | null =>
  text === null ? null : Temporal.PlainDate.from(text)

/** `1` → `every month`, `3` → `every 3 months`. */
export const intervalText = (months: number): string =>
  months === 1 ? 'every month' : `every ${months} months`
