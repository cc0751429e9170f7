import { defaultLocale, localesOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { splitLocale } from '#shared/locale-path.ts'

/** The address of a page of the sandbox in a language: with `lang`, unless it is the first one of the shop. */
export const inLanguage = (address: string, locale: Locale): string =>
  locale === defaultLocale ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${locale}`

/** The same in the language of the page that the buyer comes back to. */
export const inLanguageOf = (address: string, returnUrl: string): string => {
  const path = returnUrl.replace(/^https?:\/\/[^/]+/, '')
  return inLanguage(address, splitLocale(path, localesOf(true)).locale)
}
