import { brand } from './brand.ts'
import type { BrandLocale } from './brand.ts'
import { languages } from './languages.ts'
import type { Language } from './languages.ts'

export { languages } from './languages.ts'
export type { Language } from './languages.ts'

/** English in characters with accents, for tests: what stays plain there is in no catalog. */
export const pseudoLocale = 'en-XA' as const

/** What a page or a mail is written in. */
export type Locale = Language | typeof pseudoLocale

/** The languages of a brand that its shop offers: all, or the first and those that the operator names. */
export const offeredLocales = (
  locales: readonly BrandLocale[],
  named: readonly string[] | undefined,
): readonly BrandLocale[] =>
  locales.filter(({ code }, at) => at === 0 || named === undefined || named.includes(code))

/** The languages of this shop, the one without a prefix first. */
export const shopLocales = offeredLocales(brand.locales, globalThis.shopLanguages)

/** Of addresses without a prefix, and of everybody of whom no language is known. */
export const defaultLocale: Language = brand.locales[0].code

/** The languages of the shop's addresses. */
export const localesOf = (hasPseudoLocale: boolean): readonly Locale[] => [
  ...shopLocales.map(({ code }) => code),
  ...(hasPseudoLocale ? [pseudoLocale] : []),
]

/** How dates and amounts are written; German in the pseudo-locale, so that what is written without a locale stands out. */
export const formatsOf = (locale: Locale): string =>
  brand.locales.find(({ code }) => code === locale)?.formats ?? (locale === pseudoLocale ? 'de-DE' : locale)

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
