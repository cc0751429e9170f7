import { fromAnchor } from '#shared/dates.ts'

/** What the dates of a subscription are counted from. */
export interface BillingSchedule {
  readonly anchorOn: Temporal.PlainDate
  readonly intervalMonths: number
  /** The cycle that is `startMonths` after the anchor; 0 unless the frequency was changed. */
  readonly startCycle?: number
  readonly startMonths?: number
}

/** Months from the anchor to a cycle. */
export const monthsTo = (
  { intervalMonths, startCycle = 0, startMonths = 0 }: BillingSchedule,
  cycle: number,
): number => startMonths + (cycle - startCycle) * intervalMonths

/** The date of a billing cycle; cycle 0 is the purchase itself, cycle n falls on the anchor plus n intervals. */
export const cycleDate = (schedule: BillingSchedule, cycle: number): Temporal.PlainDate =>
  fromAnchor(schedule.anchorOn, monthsTo(schedule, cycle), 1)

/** Dates of `count` cycles from `cycle` on. */
export const cycleDates = (schedule: BillingSchedule, cycle: number, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, step) => cycleDate(schedule, cycle + step))

/** The first cycle that falls after a date; never one before the rhythm starts, and 1 at the earliest. */
export const cycleAfter = (schedule: BillingSchedule, date: Temporal.PlainDate): number => {
  const { intervalMonths, startCycle = 0, startMonths = 0 } = schedule
  const months = schedule.anchorOn.until(date, { largestUnit: 'months' }).months
  const cyclesPassed = startCycle + Math.floor((months - startMonths) / intervalMonths)
  let cycle = Math.max(1, startCycle, cyclesPassed)
  while (Temporal.PlainDate.compare(cycleDate(schedule, cycle), date) <= 0) cycle += 1
  return cycle
}
