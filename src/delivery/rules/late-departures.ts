import { brand } from '#shared/brand.ts'
import { isWorkingDay } from './delivery-dates.ts'
import { countriesWithDays, methodsWithDays, transitOf } from './delivery-times.ts'

/** Days after the last day of an arrival in which nobody worries: carriers are late, and scan late. */
const daysOfGrace = 3

/** Packages on their way that should have arrived. */
interface LateDepartures {
  /** With a day that their carrier named: one before this moment. */
  readonly expectedBefore: Temporal.Instant
  /** Without one: those that left before a moment, by method and country as `expedited US`; `*` for every other route. */
  readonly leftBefore: Readonly<Record<string, Temporal.Instant>>
}

const startOf = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime({ timeZone: brand.timeZone }).toInstant()

/** The start of the day on which so many working days are left until `last`, that day included. */
const departureFor = (last: Temporal.PlainDate, methodCode: string, country: string): Temporal.Instant => {
  let day = last.add({ days: 1 })
  let left = transitOf(methodCode, country).until
  while (left > 0) {
    day = day.subtract({ days: 1 })
    if (isWorkingDay(day, country)) left -= 1
  }
  return startOf(day)
}

/** What is late today by the days in which carriers deliver (`arrivalDates`), and some days of grace. */
export const lateDepartures = (today: Temporal.PlainDate): LateDepartures => {
  const last = today.subtract({ days: daysOfGrace + 1 })
  const routes = methodsWithDays().flatMap((method) =>
    countriesWithDays().map((country) => [method, country] as const),
  )
  return {
    expectedBefore: startOf(today.subtract({ days: daysOfGrace })),
    leftBefore: Object.fromEntries([
      ['*', departureFor(last, '*', '*')],
      ...routes.map(
        ([method, country]) => [`${method} ${country}`, departureFor(last, method, country)] as const,
      ),
    ]),
  }
}
