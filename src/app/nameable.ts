import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Surveys } from '#survey/server/survey-files.ts'
import pictures from '#ui/pictures.json' with { type: 'json' }

/** What entries of the catalogue may name: the pictures of the shop, and its surveys. */
export const nameableOf = (surveys: Surveys): Nameable => ({
  pictures: new Set(Object.keys(pictures)),
  surveys: new Set(surveys(defaultLocale).keys()),
})
