import { fromAnchor } from '#shared/dates.ts'

/** What the dates of a subscription are counted from. */
export interface Rhythm {
  readonly anchorOn: Temporal.PlainDate
  readonly intervalMonths: number
  /** The cycle that falls `startMonths` after the anchor; 0 unless the rhythm was changed on the way. */
  readonly startCycle?: number
  readonly startMonths?: number
}

/** Months from the anchor to a cycle. */
export const monthsTo = (
  { intervalMonths, startCycle = 0, startMonths = 0 }: Rhythm,
  cycle: number,
): number => startMonths + (cycle - startCycle) * intervalMonths

/** The date of a billing cycle; cycle 0 is the purchase itself, cycle n falls on the anchor plus n intervals. */
export const cycleDate = (rhythm: Rhythm, cycle: number): Temporal.PlainDate =>
  fromAnchor(rhythm.anchorOn, monthsTo(rhythm, cycle), 1)

/** Dates of `count` cycles from `cycle` on. */
export const cycleDates = (rhythm: Rhythm, cycle: number, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, step) => cycleDate(rhythm, cycle + step))

/** The first cycle that falls after a date; never one before the rhythm starts, and 1 at the earliest. */
export const cycleAfter = (rhythm: Rhythm, date: Temporal.PlainDate): number => {
  const { intervalMonths, startCycle = 0, startMonths = 0 } = rhythm
  const months = rhythm.anchorOn.until(date, { largestUnit: 'months' }).months
  const passed = startCycle + Math.floor((months - startMonths) / intervalMonths)
  let cycle = Math.max(1, startCycle, passed)
  while (Temporal.PlainDate.compare(cycleDate(rhythm, cycle), date) <= 0) cycle += 1
  return cycle
}
