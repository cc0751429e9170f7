import { z } from 'zod'
import { PlacesDocument } from './places-document.ts'
import { TaxRates } from './tax-rates.ts'
import { ownValue } from '#shared/own-value.ts'

/** All of a version: places, and what their taxes are. */
export const PlacesVersion = z.strictObject({ places: PlacesDocument, taxes: TaxRates })

export type PlacesVersion = z.output<typeof PlacesVersion>

/** A field that a change touches: `zones abroad passport_duty_paid_all fees EUR`. */
export interface PlaceChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const nameOf = (value: unknown, at: number): string =>
  typeof value === 'string'
    ? value
    : isObject(value)
      ? textOf(value['code'] ?? value['name'] ?? at + 1)
      : String(at + 1)

const childrenOf = (value: unknown): readonly (readonly [string, unknown])[] | null => {
  if (Array.isArray(value)) return value.map((one: unknown, at) => [nameOf(one, at), one] as const)
  return isObject(value) ? Object.entries(value) : null
}

const leavesOf = (value: unknown, path: readonly string[]): (readonly [string, string])[] => {
  const children = childrenOf(value)
  if (children === null) return value === undefined ? [] : [[path.join(' '), textOf(value)]]
  return children.flatMap(([name, child]) => leavesOf(child, [...path, name]))
}

/** What is different, field by field, in the order of the new version; what it leaves out last. */
export const placeChanges = (before: PlacesVersion, after: PlacesVersion): readonly PlaceChange[] => {
  const [old, now] = [new Map(leavesOf(before, [])), new Map(leavesOf(after, []))]
  const fields = [...new Set([...now.keys(), ...old.keys()])]
  return fields
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

const moneyField =
  /^taxes countries |^places zones \S+ \S+ \S+ (?:fees|waivable)|^places countries [A-Z]{2} (?:zone|ships)$|^places other_zone$|^places withdrawal_countries /

/**
 * Whether a change is about the money of many: fees, taxes, the zone of a country, and who may withdraw. A second person approves it.
 */
export const needsSecondPerson = (changes: readonly PlaceChange[]): boolean =>
  changes.some(({ field }) => moneyField.test(field))

/** Why a version cannot be published. */
export interface PlaceFault {
  readonly field: string
  readonly message: string
}

/** The requirements on places beyond their schema. */
export interface PlaceNeeds {
  readonly home: string
  readonly currencies: readonly string[]
}

const fault = (field: string, message: string): PlaceFault => ({ field, message })

const countryFaults = ({ places, taxes }: PlacesVersion): PlaceFault[] =>
  Object.entries(places.countries).flatMap(([code, country]) => {
    const at = `countries ${code}`
    return [
      ...(ownValue(places.zones, country.zone)
        ? []
        : [fault(`${at} zone`, `There is no zone ${country.zone}.`)]),
      ...(ownValue(taxes.countries, code) || !country.ships
        ? []
        : [fault(`taxes countries ${code}`, `${country.name} has no tax rate; 0 percent is one.`)]),
      ...Object.keys(country.zip_regions)
        .filter((region) => ownValue(country.regions, region) === undefined)
        .map((region) => fault(`${at} zip_regions`, `${country.name} has no region ${region}.`)),
    ]
  })

const zoneFaults = ({ places }: PlacesVersion, { currencies }: PlaceNeeds): PlaceFault[] =>
  Object.entries(places.zones).flatMap(([key, { name, methods }]) => [
    ...(new Set(methods.map(({ code }) => code)).size < methods.length
      ? [fault(`zones ${key}`, `${name} has a method twice.`)]
      : []),
    ...methods.flatMap((method) =>
      currencies
        .filter((currency) => ownValue(method.fees, currency) === undefined)
        .map((currency) => fault(`zones ${key} ${method.code} fees`, `${name} has no fee in ${currency}.`)),
    ),
  ])

/** Every rule that a version breaks: what is missing for a country, a zone or the shop itself. */
export const placeFaults = (version: PlacesVersion, needs: PlaceNeeds): readonly PlaceFault[] => {
  const { countries, zones, other_zone: other, holidays } = version.places
  return [
    ...(ownValue(countries, needs.home)?.ships
      ? []
      : [fault('countries', `The shop ships from ${needs.home}, which is not in the list.`)]),
    ...(ownValue(zones, other) ? [] : [fault('other_zone', `There is no zone ${other}.`)]),
    ...(holidays.other
      ? []
      : [fault('holidays', 'Countries without holidays of their own need those of `other`.')]),
    ...countryFaults(version),
    ...zoneFaults(version, needs),
  ]
}

/** The rates with a row for every country that is shipped to: one without a row was never taxed. */
export const completeRates = ({ countries }: PlacesDocument, rates: TaxRates): TaxRates => ({
  ...rates,
  countries: Object.fromEntries(
    [...new Set([...Object.keys(rates.countries), ...Object.keys(countries)])].map((code) => [
      code,
      ownValue(rates.countries, code) ?? { otherwise: { percent: 0, shippingTaxed: false }, regions: {} },
    ]),
  ),
})
