import type { Cohort } from './cohort.ts'
import type { MonthCount, ReportFacts } from './report.ts'
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

type Leaving = MonthCount['leaving'][number]

const countOutcomes = ({ leaving }: MonthCount, matches: (one: Leaving) => boolean): number =>
  leaving.filter(matches).reduce((sum, { times }) => sum + times, 0)

const halves: readonly (readonly [name: string, definition: string, fits: (one: Leaving) => boolean])[] = [
  [
    'left, with offers',
    'subscriptions canceled in the month by members of the half who are shown an offer on the cancel page, without ' +
      'those who took it back within the ten minutes.',
    ({ sawOffers, outcome }) => sawOffers && outcome === 'left',
  ],
  [
    'stayed, with offers',
    'changes that were offered for a reason to leave, and made in its place.',
    ({ sawOffers, outcome }) => sawOffers && outcome === 'stayed',
  ],
  [
    'left, without',
    'the same as the first by the half who are shown none; both halves are as large.',
    ({ sawOffers, outcome }) => !sawOffers && outcome === 'left',
  ],
]

const countsForReason = (month: MonthCount, reason: string): string =>
  halves
    .map(([, , matches]) => countOutcomes(month, (one) => one.reasonId === reason && matches(one)))
    .map(String)
    .join(' / ')

/** Canceled and retained members, month by month: with an offer on the cancel page and without one, by reason. */
export const leavingSection = ({ months, counts }: ReportFacts): Section => {
  const reasons = new Set(counts.flatMap(({ leaving }) => leaving.map(({ reasonId }) => reasonId)))
  return {
    title: 'Leaving',
    columns: months,
    rows: [
      ...halves.map(([name, definition, matches]) => ({
        name,
        definition,
        values: counts.map((month) => String(countOutcomes(month, matches))),
      })),
      ...[...reasons].toSorted().map((reason) => ({
        name: reason,
        definition: 'of this reason: left and stayed with offers, left without.',
        values: counts.map((month) => countsForReason(month, reason)),
      })),
    ],
  }
}
