import { isComplete } from './survey-path.ts'
import type { Answers } from './survey-path.ts'
import type { Survey } from './survey.ts'

/** How far a person got; without any answers. */
export type SurveyStep = 'started' | 'finished'

/** The steps that are reached by new answers. */
export const stepsReached = (survey: Survey, before: Answers, after: Answers): readonly SurveyStep[] => {
  const starts = Object.keys(before).length === 0 && Object.keys(after).length > 0
  const finishes = !isComplete(survey, before) && isComplete(survey, after)
  return [...(starts ? ['started' as const] : []), ...(finishes ? ['finished' as const] : [])]
}
