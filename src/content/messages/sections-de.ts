import type { Translated } from '#shared/messages.ts'
import type { sectionsEn } from './sections-en.ts'

export const sectionsDe = {
  seeDisclaimer: 'Zum Hinweis',
} satisfies Translated<typeof sectionsEn>
