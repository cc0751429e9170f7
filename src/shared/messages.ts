import { IntlMessageFormat } from 'intl-messageformat'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { isRecord } from './is-record.ts'
import type { Language, Locale } from './locale.ts'
import { formatsOf, pseudoLocale } from './locale.ts'
import { ownValue } from './own-value.ts'
import { pseudoMessage } from './pseudo-message.ts'

type Texts = Readonly<Record<string, string>>

/** A catalog in another language than English: the same keys, no more and no less. */
export type Translated<T extends Texts> = Readonly<Record<keyof T, string>>

/** What a text may have in the place of an argument; `Part` in one that is read as its parts. */
interface ArgumentTypes<Part> {
  readonly ICUArgument: string | number | Part
  readonly ICUNumberArgument: number
}

type Values<Text extends string, Part = never> = GetICUArgs<Text, ArgumentTypes<Part>>

/** `<link>…</link>` → `link`. */
type TagsOf<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagsOf<Rest>
  : never

type Arguments<Given> = keyof Given extends never ? [] : [values: Given]

/** Gives the texts of one catalog in one language. */
export interface Translate<T extends Texts> {
  /** The text under a key, with the values that it names. */
  <Key extends keyof T & string>(key: Key, ...values: Arguments<Values<T[Key]>>): string
  /** A text as its parts: each tag is a function of the parts inside, and a value may be a part. */
  readonly rich: <Part, Key extends keyof T & string>(
    key: Key,
    values: Values<T[Key], Part> & Readonly<Record<TagsOf<T[Key]>, (inside: (string | Part)[]) => Part>>,
  ) => readonly (string | Part)[]
}

/** The texts of a part of the shop in every language. */
export interface Messages<T extends Texts> {
  readonly texts: Readonly<Record<Language, Readonly<Record<keyof T & string, string>>>>
  /** `const t = cartMessages.in(locale)`, then `t('title')`. */
  readonly in: (locale: Locale) => Translate<T>
}

/** Most texts are plain and need no parsing. */
const isPlain = (text: string): boolean => !/[{<']/.test(text)

type FormattedParts<Part> = string | Part | (string | Part)[]

const partsOf = <Part>(formatted: FormattedParts<Part>): readonly (string | Part)[] =>
  Array.isArray(formatted) ? formatted : [formatted]

const translateIn = <T extends Texts>(
  texts: Readonly<Record<string, string>>,
  locale: Locale,
): Translate<T> => {
  const formats = new Map<string, IntlMessageFormat>()
  const formatOf = (key: string): IntlMessageFormat => {
    const known = formats.get(key)
    if (known) return known
    const text = ownValue(texts, key) ?? key
    const message = locale === pseudoLocale ? pseudoMessage(text) : text
    // A tag that a caller leaves out is an error, as a missing value is.
    const made = new IntlMessageFormat(message, formatsOf(locale))
    formats.set(key, made)
    return made
  }
  const text = (key: string, ...[values]: unknown[]): string => {
    const plain = ownValue(texts, key)
    if (locale !== pseudoLocale && plain !== undefined && isPlain(plain)) return plain
    return String(formatOf(key).format(isRecord(values) ? values : {}))
  }
  const rich = <Part>(
    key: string,
    values: Readonly<Record<string, string | number | Part | ((inside: (string | Part)[]) => Part)>>,
  ): readonly (string | Part)[] => partsOf<Part>(formatOf(key).format<Part>(values))
  return Object.assign(text, { rich })
}

/** A catalog: English decides which keys there are and which values each needs. The texts are ICU messages. */
export const defineMessages = <const T extends Texts>(
  texts: { readonly en: T } & Readonly<Record<Exclude<Language, 'en'>, Translated<T>>>,
): Messages<T> => {
  const translations = new Map<Locale, Translate<T>>()
  return {
    texts,
    in: (locale) => {
      const known = translations.get(locale)
      if (known) return known
      const made = translateIn<T>(texts[locale === pseudoLocale ? 'en' : locale], locale)
      translations.set(locale, made)
      return made
    },
  }
}
