import { expect, test } from 'vitest'
import { startingPlans } from '../../../../test/support/starting-plans.ts'
import { dateIn } from '#shared/dates.ts'
import { cycleAfter, cycleDate } from './billing-schedule.ts'

const years = 10

/** Zones with a change at midnight, at two, by half an hour, across the date line, and with none at all. */
const zones = [
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
] as const

/** The rhythms of every plan that renews; plans of the same rhythm have the same dates. */
const intervals = [...new Set(startingPlans.flatMap(({ intervalMonths }) => intervalMonths ?? []))].toSorted(
  (a, b) => a - b,
)

/** The calendar computed with plain numbers, without the types that the rules use. */
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysIn = (year: number, month: number): number =>
  (lengths[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)

const two = (number: number): string => String(number).padStart(2, '0')

const monthsLater = (year: number, month: number, day: number, months: number): string => {
  const count = year * 12 + (month - 1) + months
  const [laterYear, laterMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return `${laterYear}-${two(laterMonth)}-${two(Math.min(day, daysIn(laterYear, laterMonth)))}`
}

/** Every day of a leap cycle. */
const starts = [2027, 2028, 2029, 2030].flatMap((year) =>
  lengths.flatMap((_, place) =>
    Array.from({ length: daysIn(year, place + 1) }, (_none, day) => [year, place + 1, day + 1] as const),
  ),
)

test('plans renew every one, three or six months', () => {
  expect(intervals).toEqual([1, 3, 6])
  expect(starts).toHaveLength(1461)
})

test.for(intervals)(
  'every %i months for 10 years from any day there is one invoice in each period, on its day',
  (interval) => {
    const wrong: string[] = []
    for (const [year, month, day] of starts) {
      const anchorOn = Temporal.PlainDate.from({ year, month, day })
      const schedule = { anchorOn, intervalMonths: interval }
      const periods = (years * 12) / interval
      let cycle = 1
      for (let period = 1; period <= periods; period += 1) {
        const on = cycleDate(schedule, cycle)
        const wanted = monthsLater(year, month, day, period * interval)
        if (cycle !== period || on.toString() !== wanted)
          wrong.push(`${anchorOn.toString()} period ${period}: ${on.toString()}, not ${wanted}`)
        // The cycle after a billed one: the next one after the day on which it was billed.
        cycle = Math.max(cycle + 1, cycleAfter(schedule, on))
      }
    }
    expect(wrong).toEqual([])
  },
)

test.for(zones)('in %s every day has its own date from its first moment to its last', (zone) => {
  const wrong: string[] = []
  let before: string | null = null
  const last = Temporal.PlainDate.from('2041-01-01')
  for (
    let day = Temporal.PlainDate.from('2027-01-01');
    Temporal.PlainDate.compare(day, last) < 0;
    day = day.add({ days: 1 })
  ) {
    const starts = day.toZonedDateTime({ timeZone: zone }).toInstant()
    const ends = day.add({ days: 1 }).toZonedDateTime({ timeZone: zone }).toInstant()
    const first = dateIn(starts, zone).toString()
    const end = dateIn(ends.subtract({ nanoseconds: 1 }), zone).toString()
    // When a clock is set back at midnight, the last hour of the day comes twice; its date must not come twice.
    if (first !== day.toString() || end !== first || first === before)
      wrong.push(`${day.toString()}: from ${first} to ${end}`)
    before = first
  }
  expect(wrong).toEqual([])
})
