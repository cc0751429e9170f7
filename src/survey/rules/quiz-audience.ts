/** Regions whose privacy laws exclude an unknown visitor from the quiz (spec §9). */
const excludedRegions: readonly string[] = ['CT', 'WA', 'NV', 'CO', 'VA']

/** Everybody, except visitors from an excluded region whose e-mail is not known (spec §4). */
export const isQuizAudience = (region: string, email: string | null): boolean =>
  !excludedRegions.includes(region) || (email !== null && email !== '')
