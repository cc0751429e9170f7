import { brand } from './brand.ts'

/** The languages that the shop's own texts exist in: the catalogs of every module have all of them. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** English in characters with accents, for tests: what stays plain there is in no catalog. */
export const pseudoLocale = 'en-XA' as const

/** What a page or a mail is written in. */
export type Locale = Language | typeof pseudoLocale

interface OfferedLocale {
  readonly code: Language
  /** The language tag by which dates and amounts are written. */
  readonly formats: string
  /** In the language itself. */
  readonly name: string
  /** What home screens say of the shop. */
  readonly description: string
}

/** The languages of this shop, the one without a prefix first. */
export const shopLocales: readonly OfferedLocale[] = brand.locales

/** Of addresses without a prefix, and of everybody of whom no language is known. */
export const defaultLocale: Language = brand.locales[0].code

/** The languages of the shop's addresses. */
export const localesOf = (hasPseudoLocale: boolean): readonly Locale[] => [
  ...shopLocales.map(({ code }) => code),
  ...(hasPseudoLocale ? [pseudoLocale] : []),
]

/** How dates and amounts are written; German in the pseudo-locale, so that what is written without a locale stands out. */
export const formatsOf = (locale: Locale): string =>
  shopLocales.find(({ code }) => code === locale)?.formats ?? (locale === pseudoLocale ? 'de-DE' : locale)

/** The stored or sent code of a locale; null for anything that the shop has no texts in. */
export const localeOf = (code: string | null | undefined): Locale | null =>
  code === pseudoLocale ? code : (languages.find((language) => language === code) ?? null)

/** What a stored code means today: the default for a language that the shop has given up. */
export const storedLocale = (code: string | null): Locale => {
  const locale = localeOf(code)
  return locale === pseudoLocale || shopLocales.some((one) => one.code === locale)
    ? (locale ?? defaultLocale)
    : defaultLocale
}
