import { defaultLocale, localesOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { splitLocale } from '#shared/locale-path.ts'

/** The address of a page of the sandbox in a language: with `lang`, unless it is the first one of the shop. */
export const inLanguage = (address: string, locale: Locale): string => {
  if (locale === defaultLocale) return address
  const url = new URL(address)
  url.searchParams.set('lang', locale)
  return url.href
}

/** The same in the language of the page that the buyer comes back to. */
export const inLanguageOf = (address: string, returnUrl: string): string =>
  inLanguage(address, splitLocale(new URL(returnUrl).pathname, localesOf(true)).locale)
