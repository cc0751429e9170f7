import { fromAnchor } from '#shared/dates.ts'

/** What the dates of a subscription are counted from. */
export interface Rhythm {
  readonly anchorOn: Temporal.PlainDate
  readonly intervalMonths: number
}

/** The date of a billing cycle; cycle 0 is the purchase itself, cycle n falls on the anchor plus n intervals. */
export const cycleDate = ({ anchorOn, intervalMonths }: Rhythm, cycle: number): Temporal.PlainDate =>
  fromAnchor(anchorOn, intervalMonths, cycle)

/** Dates of `count` cycles from `cycle` on. */
export const cycleDates = (rhythm: Rhythm, cycle: number, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, step) => cycleDate(rhythm, cycle + step))

/** The first cycle that falls after a date; 1 at the earliest. */
export const cycleAfter = (rhythm: Rhythm, date: Temporal.PlainDate): number => {
  const months = rhythm.anchorOn.until(date, { largestUnit: 'months' }).months
  let cycle = Math.max(1, Math.floor(months / rhythm.intervalMonths))
  while (Temporal.PlainDate.compare(cycleDate(rhythm, cycle), date) <= 0) cycle += 1
  return cycle
}
