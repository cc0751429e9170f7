import { defaultLocale, formatsOf } from './locale.ts'
import type { Locale } from './locale.ts'

/**
 * The date of the `steps`-th period, counted from the anchor and never from the last date:
 * January 31 → February 28 → March 31.
 */
export const fromAnchor = (anchor: Temporal.PlainDate, months: number, steps: number): Temporal.PlainDate =>
  anchor.add({ months: months * steps }, { overflow: 'constrain' })

interface Day {
  readonly date: Temporal.PlainDate
  readonly beginsAt: number
  readonly endsAt: number
}

const lastDays = new Map<string, Day>()

const dayOf = (instant: Temporal.Instant, timeZone: string): Day => {
  const begin = instant.toZonedDateTimeISO(timeZone).startOfDay()
  const { epochMilliseconds: beginsAt } = begin
  const { epochMilliseconds: endsAt } = begin.add({ days: 1 }).startOfDay()
  return { date: begin.toPlainDate(), beginsAt, endsAt }
}

/** The calendar date of an instant in the shop's time zone. Most are of the day that was asked for last. */
export const dateIn = (instant: Temporal.Instant, timeZone: string): Temporal.PlainDate => {
  const { epochMilliseconds: at } = instant
  const last = lastDays.get(timeZone)
  if (last && at >= last.beginsAt && at < last.endsAt) return last.date
  const day = dayOf(instant, timeZone)
  lastDays.set(timeZone, day)
  return day.date
}

const kinds = {
  long: { dateStyle: 'long' },
  short: { month: 'long', day: 'numeric' },
  abbreviated: { month: 'short', day: 'numeric' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format is costly to make: one is made for each kind and locale. */
const formatOf = (kind: keyof typeof kinds, locale: Locale): Intl.DateTimeFormat => {
  const key = `${kind} ${locale}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(formatsOf(locale), { ...kinds[kind], timeZone: 'UTC' })
  formats.set(key, made)
  return made
}

const millisecondsOf = (isoDate: string): number => Date.parse(`${isoDate.slice(0, 10)}T00:00:00Z`)

/** `2026-12-18` → `December 18, 2026`, `18. Dezember 2026`. Takes text, because dates arrive in the browser as text. */
export const longDate = (isoDate: string, locale: Locale = defaultLocale): string =>
  formatOf('long', locale).format(millisecondsOf(isoDate))

/** A date of these months without its year: `2026-12-18` → `December 18`. */
export const shortDate = (isoDate: string, locale: Locale = defaultLocale): string =>
  formatOf('short', locale).format(millisecondsOf(isoDate))

/** The same for buttons: `2026-12-18` → `Dec 18`. */
export const abbreviatedDate = (isoDate: string, locale: Locale = defaultLocale): string =>
  formatOf('abbreviated', locale).format(millisecondsOf(isoDate))

/** `16:10` → `4:10 PM`; browsers and servers differ in the kind of space that they put there. */
export const clockTime = (isoTime: string, locale: Locale = defaultLocale): string =>
  formatOf('time', locale)
    .format(Date.parse(`1970-01-01T${isoTime.slice(0, 5)}:00Z`))
    .replaceAll('\u{202f}', ' ')

/** A nullable column as it arrives from the database, as a Temporal value. */
export const instantOrNull = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

/** The same for a calendar date. */
export const dateOrNull = (text: string | null): Temporal.PlainDate | null =>
  text === null ? null : Temporal.PlainDate.from(text)
