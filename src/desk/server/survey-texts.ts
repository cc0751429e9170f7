import { textsOf, translatorOf } from '#survey/rules/survey-translation.ts'
import type { Survey } from '#survey/rules/survey.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import { defaultLocale, shopLocales } from '#shared/locale.ts'
import type { Language } from '#shared/locale.ts'

/** The languages of the shop after the first. */
export const otherLanguages = shopLocales.filter(({ code }) => code !== defaultLocale)

/** The texts of a survey and what a language has for each; empty where it is shown as it is. */
export const translationsOf = (surveys: Surveys, survey: Survey, language: Language) => {
  const own = survey.translations?.[language]
  const translated = translatorOf(survey, language, surveys.files.texts(language))
  return textsOf(survey).map((text) => {
    const translation = translated(text)
    // A file may leave out what is the same in both languages; a translation of the desk says it.
    const isMissing = own === undefined ? translation === text : !Object.hasOwn(own, text)
    return { text, translation: isMissing ? '' : translation }
  })
}
