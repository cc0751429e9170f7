import { z } from 'zod'
import { pseudoLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { pseudoText } from '#shared/pseudo-message.ts'

/** Gives a text of a data file in a language; one without translation stays. */
export type DataTexts = (locale: Locale) => (text: string) => string

/** A file of `content/translations`: what a data file says, in another language, by its own text. */
export const TranslationFile = z.record(z.string().trim().min(1), z.string().trim().min(1))

type Translation = z.output<typeof TranslationFile>

/** The texts of a data file in the languages that it is translated into. */
export const dataTexts =
  (translations: ReadonlyMap<Locale, Translation>): DataTexts =>
  (locale) => {
    if (locale === pseudoLocale) return pseudoText
    const translation = translations.get(locale) ?? {}
    return (text) => ownValue(translation, text) ?? text
  }
