import type { StatusHistory } from '#subscription/record/rules/status-history.ts'
import { statusAt } from '#subscription/record/rules/status-history.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import type { Period } from './recurring-revenue.ts'

/**
 * The subscriptions that started in one month, and how many of them were live at the end of it and of each later one.
 */
export interface Cohort {
  readonly size: number
  readonly liveAtEnd: readonly number[]
}

const startsIn = (history: StatusHistory, { from, to }: Period): boolean => {
  const start = history[0]?.at
  return (
    start !== undefined &&
    Temporal.Instant.compare(start, from) >= 0 &&
    Temporal.Instant.compare(start, to) < 0
  )
}

const isLiveAt = (history: StatusHistory, moment: Temporal.Instant): boolean => {
  const status = statusAt(history, moment.subtract({ nanoseconds: 1 }))
  return status !== null && isLive(status.state)
}

/** No subscriptions, for so many months. */
export const emptyCohorts = (months: readonly Period[]): readonly Cohort[] =>
  months.map((_, position) => ({ size: 0, liveAtEnd: months.slice(position).map(() => 0) }))

/** Adds one subscription to the cohort of the month it started in; one that started earlier or later to none. */
export const addToCohorts = (
  cohorts: readonly Cohort[],
  history: StatusHistory,
  months: readonly Period[],
): readonly Cohort[] => {
  const position = months.findIndex((month) => startsIn(history, month))
  return cohorts.map((cohort, index) =>
    index === position
      ? {
          size: cohort.size + 1,
          liveAtEnd: cohort.liveAtEnd.map((live, later) => {
            const month = months[position + later]
            return live + (month && isLiveAt(history, month.to) ? 1 : 0)
          }),
        }
      : cohort,
  )
}
