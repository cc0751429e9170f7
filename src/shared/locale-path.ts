import { brand } from './brand.ts'
import { defaultLocale, pseudoLocale } from './locale.ts'
import type { Locale } from './locale.ts'

/** The first part of an address, up to a slash, a query or a fragment. */
const firstPart = /^\/([^/?#]*)(?=[/?#]|$)/

/** Files, endpoints, and the desk, which have one address in every language. */
const unprefixedFolders: ReadonlySet<string> = new Set([
  '.well-known',
  'api',
  'art',
  'assets',
  'desk',
  'ecommerce',
  'film',
  'fonts',
  'social',
  'survey',
  'uploads',
  'v1',
])
const unprefixedFile = /^[^?#]*\.(?:ico|js|png|svg|txt|webp|xml)(?:[?#]|$)/

const known: readonly Locale[] = brand.locales.map(({ code }) => code)

const prefixed: readonly Locale[] = [...known, pseudoLocale].filter((code) => code !== defaultLocale)

/** `''` for the first language, `/de` for German. */
export const localePrefix = (locale: Locale): string => (locale === defaultLocale ? '' : `/${locale}`)

/** The locale that an address names, whether or not the shop has it: null without a prefix. */
const namedLocale = (address: string): Locale | null => {
  const first = firstPart.exec(address)?.[1]
  return prefixed.find((code) => code === first) ?? null
}

/**
 * `/de/cart?a=1` → `de` and `/cart?a=1`; an address without the prefix of one of `locales` is of the first language and stays as it is.
 */
export const splitLocale = (
  address: string,
  locales: readonly Locale[],
): { readonly locale: Locale; readonly address: string } => {
  const locale = namedLocale(address)
  if (locale === null || !locales.includes(locale)) return { locale: defaultLocale, address }
  const rest = address.slice(localePrefix(locale).length)
  return { locale, address: rest.startsWith('/') ? rest : `/${rest}` }
}

/**
 * The address of a page in a language: `/cart?a=1` → `/de/cart?a=1`, `/` → `/de`. Unchanged: files and endpoints, what has a prefix
 * already, and what is no path.
 */
export const localAddress = (address: string, locale: Locale): string => {
  const [, first] = firstPart.exec(address) ?? []
  if (
    locale === defaultLocale ||
    first === undefined ||
    address.startsWith('//') ||
    unprefixedFolders.has(first) ||
    unprefixedFile.test(address) ||
    namedLocale(address) !== null
  )
    return address
  const prefix = localePrefix(locale)
  return first === '' ? `${prefix}${address.slice(1)}` : `${prefix}${address}`
}

/** The same for an absolute address of the shop; other addresses stay as they are. */
export const localUrl = (url: string, publicUrl: string, locale: Locale): string =>
  url.startsWith(`${publicUrl}/`) ? `${publicUrl}${localAddress(url.slice(publicUrl.length), locale)}` : url
