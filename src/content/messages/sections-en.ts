export const sectionsEn = {
  seeDisclaimer: 'See the disclaimer',
} as const
