import type { ProductGroup } from '#catalogue/rules/product.ts'

/** The onboarding survey of a product group (spec §4); children's has a name of the same kind. */
export const onboardingSurvey = {
  ds: 'onboarding',
  vs: 'onboarding-vs01',
  vsds: 'onboarding-vsds',
  pds: 'onboarding-pds',
} as const satisfies Record<ProductGroup, string>

/** Whether completing this survey completes the member's profile (spec §7, `complete_profile`). */
export const isOnboarding = (name: string): boolean =>
  Object.values(onboardingSurvey).some((one) => one === name)

/** The quiz, by the name of its survey and of its page. */
export const quizSurvey = 'is-ds01-right-for-you'
