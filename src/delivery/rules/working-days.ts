import { isHoliday } from './holidays.ts'

const saturday = 6

/** Whether something is packed or delivered in a country on a day. */
export const isWorkingDay = (date: Temporal.PlainDate, country: string): boolean =>
  date.dayOfWeek < saturday && !isHoliday(date, country)

/** The day itself, or the next one that is worked on. */
export const workingDayFrom = (date: Temporal.PlainDate, country: string): Temporal.PlainDate => {
  let day = date
  while (!isWorkingDay(day, country)) day = day.add({ days: 1 })
  return day
}

/** So many working days after a day; 0 is the day itself, worked on or not. */
export const addWorkingDays = (
  date: Temporal.PlainDate,
  count: number,
  country: string,
): Temporal.PlainDate => {
  let day = date
  for (let left = count; left > 0; left -= 1) day = workingDayFrom(day.add({ days: 1 }), country)
  return day
}
