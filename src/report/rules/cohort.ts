/**
 * The subscriptions that started in one month, and how many of them were live at the end of it and of each later one.
 */
export interface Cohort {
  readonly size: number
  readonly liveAtEnd: readonly number[]
}

/** What a month changed of the subscriptions that started in another one (`cohort`, as `2031-01`). */
export interface CohortSum {
  readonly month: string
  readonly cohort: string
  readonly kind: string
  readonly subscriptions: number
  /** How many more were live. */
  readonly live: number
}

const count = <Sum>(sums: readonly Sum[], of: (sum: Sum) => number): number =>
  sums.reduce((total, sum) => total + of(sum), 0)

const cohortOf = (months: readonly string[], sums: readonly CohortSum[]): Cohort => {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  let live = 0
  const liveAtEnd = months.map((month) => {
    live += count(byMonth.get(month) ?? [], (sum) => sum.live)
    return live
  })
  const started = sums.filter(({ kind }) => kind === 'new')
  return { size: count(started, ({ subscriptions }) => subscriptions), liveAtEnd }
}

/** The cohort of each month, until the last one. */
export const cohortsOf = (months: readonly string[], sums: readonly CohortSum[]): readonly Cohort[] => {
  const byCohort = Map.groupBy(sums, ({ cohort }) => cohort)
  return months.map((month, position) => cohortOf(months.slice(position), byCohort.get(month) ?? []))
}
