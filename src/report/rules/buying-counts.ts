import { showsOffers } from '#subscription/change/rules/retention.ts'
import { quizSurvey } from '#survey/rules/survey-steps.ts'
import type { MonthCount } from './report.ts'

/** How often something of a kind was counted in a month; `detail` is a survey's name, or a variant and a reason. */
export interface Count {
  readonly kind: string
  readonly detail: string
  readonly times: number
}

type Leaving = MonthCount['leaving'][number]

const leavingOf = ({ kind, detail, times }: Count): Leaving[] => {
  if (kind !== 'left' && kind !== 'stayed') return []
  const [variant = '', reasonId = ''] = detail.split(' ')
  return [{ sawOffers: showsOffers(variant), reasonId, outcome: kind, times }]
}

/** The counts of one month by what they are of. */
export const buyingCounts = (
  counts: readonly Count[],
): Pick<MonthCount, 'quiz' | 'carts' | 'checkouts' | 'leaving'> => {
  const times = (kind: string, detail = ''): number =>
    counts.find((count) => count.kind === kind && count.detail === detail)?.times ?? 0
  return {
    quiz: { started: times('survey-started', quizSurvey), finished: times('survey-finished', quizSurvey) },
    carts: times('cart'),
    checkouts: { sent: times('sent'), ordered: times('ordered') },
    leaving: counts.flatMap(leavingOf),
  }
}
