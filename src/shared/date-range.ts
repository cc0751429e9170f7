import { shortDate } from './dates.ts'
import { defaultLocale, formatsOf } from './locale.ts'
import type { Locale } from './locale.ts'

/** The first and the last day of a time, both included. */
export interface DateRange {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/** The same on the wire, as ISO dates. */
export interface WireRange {
  readonly from: string
  readonly until: string
}

export const wireRange = ({ from, until }: DateRange): WireRange => ({
  from: from.toString(),
  until: until.toString(),
})

/** Where the day comes first, the month is said once: `6.–9. Dezember`. */
const localRange = ({ from, until }: WireRange, locale: Locale): string =>
  new Intl.DateTimeFormat(formatsOf(locale), { month: 'long', day: 'numeric', timeZone: 'UTC' }).formatRange(
    Date.parse(`${from}T00:00:00Z`),
    Date.parse(`${until}T00:00:00Z`),
  )

/** A time of these months, for readers: `December 6–9`, `December 30 – January 3`, `December 6`. */
export const rangeText = ({ from, until }: WireRange, locale: Locale = defaultLocale): string => {
  if (from === until) return shortDate(from, locale)
  const first = shortDate(from, locale)
  const isMonthFirst = first.endsWith(` ${Number(from.slice(8))}`)
  if (!isMonthFirst && from.slice(0, 4) === until.slice(0, 4)) return localRange({ from, until }, locale)
  return isMonthFirst && from.slice(0, 7) === until.slice(0, 7)
    ? `${first}–${Number(until.slice(8))}`
    : `${first} – ${shortDate(until, locale)}`
}

/** The later of two days. */
export const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a
