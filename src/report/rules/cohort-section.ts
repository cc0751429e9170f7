import type { Cohort } from './cohort.ts'
import type { Section } from './section.ts'

const share = (live: number, size: number): string =>
  size === 0 ? '–' : `${live} (${Math.round((live / size) * 100)} %)`

/** How many subscriptions of each month's start are still live, month by month. */
export const cohortSection = (months: readonly string[], cohorts: readonly Cohort[]): Section => ({
  title: 'Subscriptions by the month of their start',
  columns: ['started', ...months],
  rows: cohorts.map(({ size, liveAtEnd }, position) => ({
    name: `from ${months[position] ?? ''}`,
    definition: 'of those that started then, how many are active, paused or to come as each month ends.',
    values: [
      String(size),
      ...months.map((_, at) => (at < position ? '' : share(liveAtEnd[at - position] ?? 0, size))),
    ],
  })),
})
