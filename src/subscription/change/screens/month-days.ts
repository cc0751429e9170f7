import { brand } from '#shared/brand.ts'
import { formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** A month as weeks of the brand; days as `2026-12-18`, null outside of the month. */
export type Weeks = readonly (readonly (string | null)[])[]

const fromSunday = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const firstWeekday = fromSunday.indexOf(brand.weekStartsOn)

/** The days of a week in the order of the brand's calendars: `Sunday`, `Sonntag`. */
export const weekdays = (locale: Locale): readonly string[] =>
  // January 1, 2034 is a Sunday.
  Array.from({ length: 7 }, (_, at) =>
    new Date(Date.UTC(2034, 0, 1 + firstWeekday + at)).toLocaleDateString(formatsOf(locale), {
      weekday: 'long',
      timeZone: 'UTC',
    }),
  )

const dayInMilliseconds = 86_400_000

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The weeks of a month given as `2026-12`. */
export const weeksOf = (month: string): Weeks => {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const daysBefore = (new Date(first).getUTCDay() - firstWeekday + 7) % 7
  const days = Array.from({ length: 42 }, (_, at) => isoDay(first + (at - daysBefore) * dayInMilliseconds))
  const inMonth = days.map((day) => (day.startsWith(month) ? day : null))
  return [0, 7, 14, 21, 28, 35]
    .map((start) => inMonth.slice(start, start + 7))
    .filter((week) => week.some((day) => day !== null))
}

/** The month before or after one given as `2026-12`. */
export const adjacentMonth = (month: string, step: 1 | -1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return isoDay(Date.UTC(year, number - 1 + step, 1)).slice(0, 7)
}
