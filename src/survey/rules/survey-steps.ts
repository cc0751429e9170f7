import { isComplete } from './survey-path.ts'
import type { Answers } from './survey-path.ts'
import type { Survey } from './survey.ts'

/** How far somebody got; it says nothing of what was answered. */
export type SurveyStep = 'started' | 'finished'

/** What is reached by answers that were not there before. */
export const stepsReached = (survey: Survey, before: Answers, after: Answers): readonly SurveyStep[] => {
  const starts = Object.keys(before).length === 0 && Object.keys(after).length > 0
  const finishes = !isComplete(survey, before) && isComplete(survey, after)
  return [...(starts ? ['started' as const] : []), ...(finishes ? ['finished' as const] : [])]
}
