import { brand } from '#shared/brand.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { firstPlaces, places, publishedPlaces } from './published-places.ts'

/** A country of the address form: ISO 3166-1 alpha-2 code and English name. */
interface Country {
  readonly code: string
  readonly name: string
}

/** The home market first, then by name. A refused country is in the list so that its refusal can be shown (spec §4). */
export const countries = (): readonly Country[] =>
  Object.entries(places().countries)
    .map(([code, { name }]) => ({ code, name }))
    .toSorted((a, b) => (a.code === brand.home ? -1 : b.code === brand.home ? 1 : a.name < b.name ? -1 : 1))

/** Whether a country is in the list. */
export const isKnownCountry = (country: string): boolean =>
  ownValue(places().countries, country) !== undefined

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
  (ownValue(places().countries, code) ?? ownValue(firstPlaces.countries, code))?.name ??
  code

/** The countries by their names in a language; the home market first, then by name. */
export const countriesIn = (locale: Locale): readonly Country[] =>
  locale === defaultLocale
    ? countries()
    : countries()
        .map(({ code }) => ({ code, name: countryName(code, locale) }))
        .toSorted(
          (a, b) =>
            Number(b.code === brand.home) - Number(a.code === brand.home) ||
            a.name.localeCompare(b.name, formatsOf(locale)),
        )

/** False for New Zealand alone in the specification (spec §4). */
export const isCountryEligible = (country: string): boolean =>
  ownValue(places().countries, country)?.ships ?? true

/** Most units of a plan in one order to a country; null if only the plan's own limit applies. */
export const quantityLimitIn = (country: string, supplyDays: number): number | null => {
  const listed = ownValue(places().countries, country)
  const days = listed ? listed.supply_days : country === brand.home ? undefined : 360
  return days === undefined ? null : Math.floor(days / supplyDays)
}

/** Countries whose addresses name a state or province. */
export const regionRequired = (country: string): boolean =>
  Object.keys(ownValue(places().countries, country)?.regions ?? {}).length > 0

/**
 * Whether a buyer from this country may withdraw from the contract within 14 days of delivery. By law that is the EU and the EEA
 * (Directive 2011/83/EU, article 9) and the United Kingdom (Consumer Contracts Regulations 2013, regulation 29). With the moment
 * of an order: also where any version since then gave the right, because a contract keeps what it was made with.
 */
export const hasWithdrawalRight = (country: string, since?: Temporal.Instant): boolean => {
  const { places, earlier } = publishedPlaces()
  const counted = since ? earlier.filter(({ until }) => Temporal.Instant.compare(until, since) > 0) : []
  return [places, ...counted.map((one) => one.places)].some(({ withdrawal_countries: countries }) =>
    countries.includes(country),
  )
}
