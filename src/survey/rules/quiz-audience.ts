import { brand } from '#shared/brand.ts'

/** Whether the brand has a quiz. */
export const hasQuiz = brand.quizProduct !== null

/** Regions whose privacy laws exclude an unknown visitor from the quiz (spec §9). */
const excludedRegions: readonly string[] = ['CT', 'WA', 'NV', 'CO', 'VA']

/** Everybody, except visitors from an excluded region whose e-mail is not known (spec §4); nobody where there is no quiz. */
export const isQuizAudience = (region: string, email: string | null): boolean =>
  hasQuiz && (!excludedRegions.includes(region) || (email !== null && email !== ''))
