import { brand } from '#shared/brand.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'

/** A country of the address form: ISO 3166-1 alpha-2 code and English name. */
export interface Country {
  readonly code: string
  readonly name: string
}

const sampleNames: Readonly<Record<string, string>> = {
  US: 'United States', AT: 'Austria', AU: 'Australia', BE: 'Belgium', CA: 'Canada', CH: 'Switzerland',
  CZ: 'Czechia', DE: 'Germany', DK: 'Denmark', ES: 'Spain', FI: 'Finland', FR: 'France', GB: 'United Kingdom',
  GR: 'Greece', HK: 'Hong Kong', IE: 'Ireland', IL: 'Israel', IT: 'Italy', JP: 'Japan', KR: 'South Korea',
  LU: 'Luxembourg', MX: 'Mexico', NL: 'Netherlands', NO: 'Norway', NZ: 'New Zealand', PL: 'Poland',
  PT: 'Portugal', SE: 'Sweden', SG: 'Singapore', AE: 'United Arab Emirates',
} // prettier-ignore

const names: Readonly<Record<string, string>> =
  brand.countries === null
    ? sampleNames
    : Object.fromEntries(brand.countries.map(({ code, name }) => [code, name]))

/** The home market first, then by name. New Zealand is in the list so that its refusal can be shown (spec §4). */
export const countries: readonly Country[] = Object.entries(names)
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => (a.code === brand.home ? -1 : b.code === brand.home ? 1 : a.name < b.name ? -1 : 1))

const translatedNames = new Map<Locale, Intl.DisplayNames>()

const translatedName = (code: string, locale: Locale): string | undefined => {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  const known = translatedNames.get(locale)
  const made = known ?? new Intl.DisplayNames(formatsOf(locale), { type: 'region', fallback: 'none' })
  translatedNames.set(locale, made)
  return made.of(code)
}

/** The name of a country, in the first language that of the list; for one that is in none, its code. */
export const countryName = (code: string, locale: Locale = defaultLocale): string =>
  (locale === defaultLocale ? undefined : translatedName(code, locale)) ??
  ownValue(names, code) ??
  ownValue(sampleNames, code) ??
  code

/** The countries by their names in a language; the home market first, then by name. */
export const countriesIn = (locale: Locale): readonly Country[] =>
  locale === defaultLocale
    ? countries
    : countries
        .map(({ code }) => ({ code, name: countryName(code, locale) }))
        .toSorted(
          (a, b) =>
            Number(b.code === brand.home) - Number(a.code === brand.home) ||
            a.name.localeCompare(b.name, formatsOf(locale)),
        )

/** False for New Zealand alone (spec §4). */
export const isCountryEligible = (country: string): boolean => country !== 'NZ'

/** Days of supply that one line may hold abroad; a three-month limit on personal import in Australia (sample). */
const importLimitDays = (country: string): number | null => {
  if (country === brand.home) return null
  return country === 'AU' ? 90 : 360
}

/** Most units of a plan in one order to a country; null if only the plan's own limit applies. */
export const quantityLimitIn = (country: string, supplyDays: number): number | null => {
  const days = importLimitDays(country)
  return days === null ? null : Math.floor(days / supplyDays)
}

export interface Place {
  readonly country: string
  readonly region: string
}

/** Country and region to store: the home market and XX when unknown or four characters and longer (spec §7). */
export const placeOrDefault = (found: { readonly country?: string; readonly region?: string }): Place => {
  const valueOrFallback = (text: string | undefined, fallback: string): string =>
    text === undefined || text === '' || text.length >= 4 ? fallback : text.toUpperCase()
  return { country: valueOrFallback(found.country, brand.home), region: valueOrFallback(found.region, 'XX') }
}

/** Countries whose addresses name a state or province. */
export const regionRequired = (country: string): boolean => ['US', 'CA', 'AU'].includes(country)
