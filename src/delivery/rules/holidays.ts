/** A day of every year on which nothing is packed or delivered. */
type Holiday =
  | { readonly name: string; readonly month: number; readonly day: number }
  /** The first such weekday (1 is Monday) on or after a day of the month. */
  | { readonly name: string; readonly month: number; readonly weekday: number; readonly from: number }
  | { readonly name: string; readonly daysFromEaster: number }

const newYear = { name: 'New Year’s Day', month: 1, day: 1 } as const
const laborDay = { name: 'Labor Day', month: 9, weekday: 1, from: 1 } as const
const christmas = { name: 'Christmas Day', month: 12, day: 25 } as const

/** Two days before Easter of the West. */
const goodFriday = { name: 'Good Friday', daysFromEaster: -2 } as const

/** Days on which carriers do not deliver, and the warehouse in the home market is closed; by country. */
const holidays: Readonly<Record<'US' | 'CA' | 'other', readonly Holiday[]>> = {
  US: [
    newYear,
    { name: 'Memorial Day', month: 5, weekday: 1, from: 25 },
    { name: 'Independence Day', month: 7, day: 4 },
    laborDay,
    { name: 'Thanksgiving', month: 11, weekday: 4, from: 22 },
    christmas,
  ],
  CA: [
    newYear,
    { name: 'Family Day', month: 2, weekday: 1, from: 15 },
    goodFriday,
    { name: 'Victoria Day', month: 5, weekday: 1, from: 18 },
    { name: 'Canada Day', month: 7, day: 1 },
    laborDay,
    { name: 'Truth and Reconciliation', month: 9, day: 30 },
    { name: 'Thanksgiving', month: 10, weekday: 1, from: 8 },
    { name: 'Remembrance Day', month: 11, day: 11 },
    christmas,
    { name: 'Boxing Day', month: 12, day: 26 },
  ],
  other: [newYear, goodFriday, christmas],
}

/** The countries with holidays of their own. */
export const countriesWithHolidays: readonly string[] = Object.keys(holidays).filter((one) => one !== 'other')

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
  if ('daysFromEaster' in holiday)
    return easterSunday(date.year).add({ days: holiday.daysFromEaster }).equals(date)
  if ('day' in holiday) return isDate(date, holiday)
  const { month, weekday, from } = holiday
  return date.month === month && date.dayOfWeek === weekday && date.day >= from && date.day < from + 7
}

/** Whether nothing is delivered in a country on this day, besides weekends. */
export const isHoliday = (date: Temporal.PlainDate, country: string): boolean => {
  const days = country === 'US' || country === 'CA' ? holidays[country] : holidays.other
  return days.some((holiday) => isOn(date, holiday))
}
