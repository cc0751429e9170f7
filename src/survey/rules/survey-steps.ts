import { isGrouped, productGroup } from '#catalogue/rules/product.ts'
import type { ProductGroup } from '#catalogue/rules/product.ts'
import { isComplete } from './survey-path.ts'
import type { Answers } from './survey-path.ts'
import type { Survey } from './survey.ts'

/** The onboarding survey of a product group (spec §4); children's has a name of the same kind. */
export const onboardingSurvey = {
  ds: 'onboarding',
  vs: 'onboarding-vs01',
  vsds: 'onboarding-vsds',
  pds: 'onboarding-pds',
} as const satisfies Record<ProductGroup, string>

/**
 * The onboarding survey for what somebody bought: that of the product group (spec §4), and for later products the one that the
 * catalogue names of the first that has one. Null for none.
 */
export const onboardingFor = (
  codes: readonly string[],
  surveyOf: (code: string) => string | undefined,
): string | null => {
  const grouped = codes.filter(isGrouped)
  if (grouped.length > 0) return onboardingSurvey[productGroup(grouped)]
  return codes.map(surveyOf).find((name) => name !== undefined) ?? null
}

/** Whether completing this survey completes the member's profile (spec §7, `complete_profile`). */
export const isOnboarding = (name: string): boolean =>
  Object.values(onboardingSurvey).some((one) => one === name)

/** The quiz, by the name of its survey and of its page. */
export const quizSurvey = 'is-ds01-right-for-you'

/** How far a person got; without any answers. */
export type SurveyStep = 'started' | 'finished'

/** The steps that are reached by new answers. */
export const stepsReached = (survey: Survey, before: Answers, after: Answers): readonly SurveyStep[] => {
  const starts = Object.keys(before).length === 0 && Object.keys(after).length > 0
  const finishes = !isComplete(survey, before) && isComplete(survey, after)
  return [...(starts ? ['started' as const] : []), ...(finishes ? ['finished' as const] : [])]
}
