import { z } from 'zod'
import { defaultLocale, pseudoLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { pseudoText } from '#shared/pseudo-message.ts'
import { JsonFault, parseJsonWithLines } from './json-lines.ts'

/** The content of a data file, or the first error in it and its line. */
type DataFileReading<T> =
  | { readonly kind: 'right'; readonly value: T }
  | { readonly kind: 'wrong'; readonly line: number; readonly message: string }

/** Reads the text of a JSON data file by its schema. */
export const readDataFile = <S extends z.ZodType>(text: string, schema: S): DataFileReading<z.output<S>> => {
  try {
    const { value, lineOf } = parseJsonWithLines(text)
    const parsed = schema.safeParse(value)
    if (parsed.success) return { kind: 'right', value: parsed.data }
    const issue = parsed.error.issues[0]
    const at = (issue?.path ?? []).map(String).join('.')
    return {
      kind: 'wrong',
      line: lineOf(issue?.path ?? []),
      message: `${at}: ${issue?.message ?? 'not as expected'}`,
    }
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { kind: 'wrong', line: thrown.line, message: thrown.message }
    throw thrown
  }
}

/** A text that is not empty. */
export const NonEmptyText = z.string().trim().min(1)

/** Gives a text of a data file in a language; one without translation stays. */
export type DataTexts = (locale: Locale) => (text: string) => string

/** A file of `content/translations`: what a data file says, in another language, by its own text. */
export const TranslationFile = z.record(z.string().trim().min(1), z.string().trim().min(1))

type Translation = z.output<typeof TranslationFile>

/** The texts of a data file in the languages that it is translated into. */
export const dataTexts =
  (translations: ReadonlyMap<Locale, Translation>): DataTexts =>
  (locale) => {
    if (locale === defaultLocale) return (text) => text
    if (locale === pseudoLocale) return pseudoText
    const translation = translations.get(locale) ?? {}
    return (text) => ownValue(translation, text) ?? text
  }
