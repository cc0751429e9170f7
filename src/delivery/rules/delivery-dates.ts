import { brand } from '#shared/brand.ts'
import { laterOf } from '#shared/date-range.ts'
import type { DateRange } from '#shared/date-range.ts'
import { dateIn } from '#shared/dates.ts'
import { places } from '#location/rules/published-places.ts'
import { transitOf, warehouse } from './delivery-times.ts'
import { isHoliday } from './holidays.ts'

/** How something travels. */
export interface Route {
  readonly methodCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

const saturday = 6

/** Whether something is packed or delivered in a country on a day. */
export const isWorkingDay = (date: Temporal.PlainDate, country: string): boolean =>
  date.dayOfWeek < saturday && !isHoliday(date, country)

/** The day itself, or the next one that is worked on. */
const workingDayFrom = (date: Temporal.PlainDate, country: string): Temporal.PlainDate => {
  let day = date
  while (!isWorkingDay(day, country)) day = day.add({ days: 1 })
  return day
}

const addEach = (date: Temporal.PlainDate, count: number, country: string): Temporal.PlainDate => {
  let day = date
  for (let left = count; left > 0; left -= 1) day = workingDayFrom(day.add({ days: 1 }), country)
  return day
}

/** Days by what they were counted from; what is counted with one list of holidays says nothing about another. */
const counted = new WeakMap<object, Map<string, Temporal.PlainDate>>()

const mostCounted = 2_000

/** This many working days after a day; 0 is the day itself, worked on or not. Every cart and every order asks for the same few. */
const addWorkingDays = (date: Temporal.PlainDate, count: number, country: string): Temporal.PlainDate => {
  const { holidays } = places()
  const known = counted.get(holidays) ?? new Map<string, Temporal.PlainDate>()
  counted.set(holidays, known)
  const key = `${date.toString()} ${count} ${country}`
  const found = known.get(key)
  if (found) return found
  const day = addEach(date, count, country)
  if (known.size >= mostCounted) known.clear()
  known.set(key, day)
  return day
}

/** The working day from which an order of this moment counts. */
export const countedDay = (at: Temporal.Instant): Temporal.PlainDate => {
  const local = at.toZonedDateTimeISO(brand.timeZone)
  const day = local.toPlainDate()
  const { country, cutOffHour } = warehouse()
  const isInTime = isWorkingDay(day, country) && local.hour < cutOffHour
  return isInTime ? day : workingDayFrom(day.add({ days: 1 }), country)
}

/** When an order of this moment ships; what is made to order ships in a range of days (ruling 16). */
export const shipDates = (at: Temporal.Instant, isMadeToOrder: boolean): DateRange => {
  const { country, workingDaysToPack, madeToOrderDays } = warehouse()
  if (!isMadeToOrder) {
    const on = addWorkingDays(countedDay(at), workingDaysToPack, country)
    return { from: on, until: on }
  }
  const day = dateIn(at, brand.timeZone)
  return {
    from: workingDayFrom(day.add({ days: madeToOrderDays.from }), country),
    until: workingDayFrom(day.add({ days: madeToOrderDays.until }), country),
  }
}

/** When something arrives that ships in this range of days. */
export const arrivalDates = ({ from, until }: DateRange, { methodCode, country }: Route): DateRange => {
  const days = transitOf(methodCode, country)
  return {
    from: addWorkingDays(from, days.from, country),
    until: addWorkingDays(until, days.until, country),
  }
}

/** Changes whenever something that is ordered now arrives on other days: at midnight and at the cut-off hour. */
export const arrivalEdition = (at: Temporal.Instant): string =>
  [dateIn(at, brand.timeZone), countedDay(at)].map(String).join(' ')

/** When an order of this moment arrives. */
export const arrivalOfOrder = (at: Temporal.Instant, isMadeToOrder: boolean, route: Route): DateRange =>
  arrivalDates(shipDates(at, isMadeToOrder), route)

/** A range of which the days that have passed are left out; of one that has passed, today is left. */
export const fromToday = ({ from, until }: DateRange, today: Temporal.PlainDate): DateRange => ({
  from: laterOf(from, today),
  until: laterOf(until, today),
})

/** When something ships that was to ship in this range and has not yet. */
export const shipDatesFrom = (planned: DateRange, today: Temporal.PlainDate): DateRange =>
  fromToday(planned, workingDayFrom(today, warehouse().country))
