import type { MonthCount, ReportFacts } from './report.ts'
import type { Section } from './section.ts'

type Leaving = MonthCount['leaving'][number]

const counted = ({ leaving }: MonthCount, fits: (one: Leaving) => boolean): number =>
  leaving.filter(fits).reduce((sum, { times }) => sum + times, 0)

const halves: readonly (readonly [name: string, definition: string, fits: (one: Leaving) => boolean])[] = [
  [
    'left, with offers',
    'subscriptions canceled in the month by members of the half who are shown an offer beside the way out, without ' +
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

const ofReason = (month: MonthCount, reason: string): string =>
  halves
    .map(([, , fits]) => counted(month, (one) => one.reasonId === reason && fits(one)))
    .map(String)
    .join(' / ')

/** Who left and who stayed, month by month: with an offer beside the way out and without one, by reason. */
export const leavingSection = ({ months, counts }: ReportFacts): Section => {
  const reasons = new Set(counts.flatMap(({ leaving }) => leaving.map(({ reasonId }) => reasonId)))
  return {
    title: 'Leaving',
    columns: months,
    rows: [
      ...halves.map(([name, definition, fits]) => ({
        name,
        definition,
        values: counts.map((month) => String(counted(month, fits))),
      })),
      ...[...reasons].toSorted().map((reason) => ({
        name: reason,
        definition: 'of this reason: left and stayed with offers, left without.',
        values: counts.map((month) => ofReason(month, reason)),
      })),
    ],
  }
}
