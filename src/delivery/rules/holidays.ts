import { ownValue } from '#shared/own-value.ts'
import type { Holiday } from '#location/rules/holiday.ts'
import { places } from '#location/rules/published-places.ts'

/** The countries with holidays of their own. */
export const countriesWithHolidays = (): readonly string[] =>
  Object.keys(places().holidays).filter((one) => one !== 'other')

const monday = 1

/** A date that falls on a Sunday is a holiday on the Monday after it too. */
const isDate = (
  date: Temporal.PlainDate,
  { month, day }: { readonly month: number; readonly day: number },
): boolean => {
  if (date.month === month && date.day === day) return true
  if (date.dayOfWeek !== monday) return false
  const dayBefore = date.subtract({ days: 1 })
  return dayBefore.month === month && dayBefore.day === day
}

/** Easter of the West in a year of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
const easterSunday = (year: number): Temporal.PlainDate => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  return new Temporal.PlainDate(year, month, (h + l - 7 * m + 33 * month + 19) % 32)
}

const isOn = (date: Temporal.PlainDate, holiday: Holiday): boolean => {
  if ('date' in holiday) return date.toString() === holiday.date
  if ('days_from_easter' in holiday)
    return easterSunday(date.year).add({ days: holiday.days_from_easter }).equals(date)
  if ('day' in holiday) return isDate(date, holiday)
  const { month, weekday, from } = holiday
  return date.month === month && date.dayOfWeek === weekday && date.day >= from && date.day < from + 7
}

/** Whether a day is a holiday without deliveries in a country; weekends are separate. */
export const isHoliday = (date: Temporal.PlainDate, country: string): boolean => {
  const { holidays } = places()
  return (ownValue(holidays, country) ?? holidays.other ?? []).some((holiday) => isOn(date, holiday))
}

/** The holidays of a list from a day on, for this many days; one on a Sunday is named for its Monday too. */
export const comingHolidays = (
  holidays: readonly Holiday[],
  from: Temporal.PlainDate,
  days: number,
): { readonly name: string; readonly on: string }[] =>
  Array.from({ length: days }, (_, at) => from.add({ days: at })).flatMap((date) =>
    holidays.filter((holiday) => isOn(date, holiday)).map(({ name }) => ({ name, on: date.toString() })),
  )
