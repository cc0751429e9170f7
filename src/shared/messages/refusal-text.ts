import { isShopError, ShopError } from '../errors.ts'
import { pseudoLocale } from '../locale.ts'
import type { Language, Locale } from '../locale.ts'
import { ownValue } from '../own-value.ts'
import { pseudoTextOf } from '../pseudo-message.ts'
import { errorMessages } from './error-messages.ts'
import { fieldMessages } from './field-messages.ts'
import { refusalMessages } from './refusal-messages.ts'

type Values = Readonly<Record<string, string>>

interface SentenceMessages {
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

/** A sentence of the API with the parts that it names; null when it is another one. */
interface Sentence {
  readonly read: (sentence: string) => Values | null
  readonly write: (locale: Locale, values: Values) => string
}

const named = /\{(\w+)\}/g

const readerOf = (text: string): Sentence['read'] => {
  if (!text.includes('{')) return (sentence) => (sentence === text ? {} : null)
  const names = [...text.matchAll(named)].flatMap(([, name]) => name ?? [])
  const parts = text.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  const shape = new RegExp(`^${parts.join('(.+?)')}$`)
  return (sentence) => {
    const found = shape.exec(sentence)
    return found && Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']))
  }
}

const sentencesOf = ({ texts }: SentenceMessages): Sentence[] =>
  Object.entries(texts.en).map(([key, text]) => ({
    read: readerOf(text),
    write: (locale, values) => {
      if (locale === pseudoLocale) return pseudoTextOf(text, values)
      const written = ownValue(texts[locale], key) ?? text
      return written.replaceAll(named, (whole, name: string) => ownValue(values, name) ?? whole)
    },
  }))

const sentences = [
  ...sentencesOf(errorMessages),
  ...sentencesOf(fieldMessages),
  ...sentencesOf(refusalMessages),
]

/** A sentence that replies of the API have in English, as a page says it; one that is in no catalog stays as it is. */
export const refusalText = (sentence: string, locale: Locale): string => {
  for (const { read, write } of sentences) {
    const values = read(sentence)
    if (values !== null) return write(locale, values)
  }
  return sentence
}

/** The same refusal with the sentences of a page's language; anything else that was thrown stays as it is. */
export const localRefusal = <T>(thrown: T, locale: Locale): T | ShopError => {
  if (!isShopError(thrown) || locale === 'en') return thrown
  const { code, detail, fields, data, security } = thrown
  const translated =
    fields &&
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, refusalText(text, locale)]))
  return new ShopError(code, {
    detail: refusalText(detail, locale),
    cause: thrown,
    ...(translated ? { fields: translated } : {}),
    ...(data ? { data } : {}),
    ...(security === undefined ? {} : { security }),
  })
}
