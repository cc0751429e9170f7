import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import { parsePrice, readPrice, wirePrice } from '#shared/money.ts'
import {
  daysInText,
  holidayLines,
  lines,
  rateLines,
  readDaysIn,
  readHolidays,
  readRates,
  readRegions,
  readServices,
  regionLines,
  serviceLines,
} from './place-lines.ts'
import type { PlaceCountry, PlaceMethod, PlacesDocument } from './places-document.ts'
import { PlacesVersion } from './places-changes.ts'
import { ownValue } from '#shared/own-value.ts'

/** The parts of the places that have a form. */
export const placeParts = ['country', 'method', 'holidays', 'warehouse'] as const

export type PlacePart = (typeof placeParts)[number]

/** Which part: a country, `zone~method`, a country or `other` with holidays, `all`. */
export interface PlaceKey {
  readonly part: PlacePart
  readonly key: string
}

/** A field of a form, with what is in it. */
export interface PlaceField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint: string
  /** Several lines of text. */
  readonly isLong: boolean
  /** Null for a text. */
  readonly choices: readonly string[] | null
}

const field = (
  name: string,
  label: string,
  value: string | number | undefined,
  rest: Partial<Pick<PlaceField, 'hint' | 'isLong' | 'choices'>> = {},
): PlaceField => ({
  name,
  label,
  value: String(value ?? ''),
  hint: rest.hint ?? '',
  isLong: rest.isLong ?? false,
  choices: rest.choices ?? null,
})

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
const either = ['yes', 'no']

const countryFields = ({ places, taxes }: PlacesVersion, key: string): PlaceField[] => {
  const known = ownValue(places.countries, key)
  const rate = ownValue(taxes.countries, key)
  return [
    field('name', 'Name', known?.name),
    field('zone', 'Shipping zone', known?.zone ?? places.other_zone, { choices: Object.keys(places.zones) }),
    field('ships', 'The shop ships there', yesNo(known?.ships ?? true), { choices: either }),
    field('zip', 'Pattern of postal codes', known?.zip, {
      hint: 'Such as \\d{5}. Empty where there are none.',
    }),
    field('supply_days', 'Most days of supply in a line', known?.supply_days, {
      hint: 'Empty for no limit.',
    }),
    field('tax', 'Tax in percent', rate?.otherwise.percent),
    field('tax_shipping', 'Tax on shipping too', yesNo(rate?.otherwise.shippingTaxed ?? false), {
      choices: either,
    }),
    field(
      'withdrawal',
      'Buyers may withdraw within 14 days',
      yesNo(places.withdrawal_countries.includes(key)),
      {
        choices: either,
        hint: 'By law in the EU, the EEA and the United Kingdom. An order keeps the right that it was placed with.',
      },
    ),
    field('regions', 'Regions', lines(regionLines(known?.regions ?? {})), {
      isLong: true,
      hint: 'One a line: the code, then the name.',
    }),
    field('region_taxes', 'Taxes of regions', lines(rateLines(rate?.regions ?? {})), {
      isLong: true,
      hint: 'One a line: the code, the percent, and “shipping” where that is taxed too.',
    }),
  ]
}

const namesOf = (key: string): readonly [zone: string, method: string] => {
  const [zone = '', method = ''] = key.split('~')
  return [zone, method]
}

const feeText = (method: PlaceMethod | undefined, code: string): string => {
  const [currency, cents] = [currencyOf(code), method && ownValue(method.fees, code)]
  return currency === null || cents === undefined ? '' : wirePrice(cents, currency)
}

const methodFields = (
  { places }: PlacesVersion,
  key: string,
  currencies: readonly string[],
): PlaceField[] => {
  const [zoneKey, code] = namesOf(key)
  const zone = ownValue(places.zones, zoneKey)
  const known = zone?.methods.find((method) => method.code === code)
  return [
    field('zone_name', 'Name of the zone', zone?.name),
    field('label', 'What buyers read', known?.label),
    field('days_from', 'Business days, from', known?.days.from),
    field('days_until', 'Business days, until', known?.days.until),
    ...currencies.map((currency) => field(`fee_${currency}`, `Fee in ${currency}`, feeText(known, currency))),
    field('waivable', 'Free for plans that ship free', yesNo(known?.waivable ?? false), { choices: either }),
    field('days_in', 'Countries with other days', lines(daysInText(known?.days_in ?? {})), {
      isLong: true,
      hint: 'One a line: the country, then from and until, such as GB 6 10.',
    }),
    field('services', 'Services of carriers', lines(serviceLines(known?.services ?? [])), {
      isLong: true,
      hint: 'One a line: the carrier, the service, and DDP or DAP where it applies.',
    }),
  ]
}

const holidayFields = ({ places }: PlacesVersion, key: string): PlaceField[] => [
  field(
    'days',
    'Holidays',
    lines(holidayLines(ownValue(places.holidays, key) ?? places.holidays.other ?? [])),
    {
      isLong: true,
      hint: 'One a line: 12-25 Christmas Day, 2026-12-24 Closed, easter-2 Good Friday, or 11-22/4 Thanksgiving: the first weekday 4, a Thursday, from November 22 on.',
    },
  ),
]

const warehouseFields = ({ places: { warehouse } }: PlacesVersion): PlaceField[] => [
  field('cut_off_hour', 'Orders count until this hour', warehouse.cut_off_hour, {
    hint: '1 to 23, in the time zone of the shop.',
  }),
  field('working_days_to_pack', 'Business days to pack', warehouse.working_days_to_pack),
  field('made_from', 'Days until something made to order ships, from', warehouse.made_to_order_days.from),
  field('made_until', 'and until', warehouse.made_to_order_days.until),
]

/** The form of a part as it is now; of one that is not there yet an empty one. */
export const placeFields = (
  version: PlacesVersion,
  { part, key }: PlaceKey,
  currencies: readonly string[],
): readonly PlaceField[] => {
  if (part === 'country') return countryFields(version, key)
  if (part === 'method') return methodFields(version, key, currencies)
  return part === 'holidays' ? holidayFields(version, key) : warehouseFields(version)
}

type Texts = Readonly<Record<string, string>>

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' ? undefined : Number(text)

const without = <T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))

/** In the order of their codes; as it is for a form that does not ask. */
const withdrawalIn = (
  { withdrawal_countries: countries }: PlacesDocument,
  key: string,
  text: string | undefined,
): readonly string[] => {
  if (text === undefined) return countries
  const others = countries.filter((code) => code !== key)
  return text === 'yes' ? [...others, key].toSorted() : others
}

const editedCountry = ({ places, taxes }: PlacesVersion, key: string, texts: Texts): unknown => {
  if (texts['remove'] === 'yes')
    return { places: { ...places, countries: without(places.countries, key) }, taxes }
  const known: Partial<PlaceCountry> = ownValue(places.countries, key) ?? {}
  const { zip: _zip, supply_days: _days, ...rest } = known
  const days = numberIn(texts['supply_days'])
  const country = {
    ...rest,
    name: texts['name'],
    zone: texts['zone'],
    ships: texts['ships'] !== 'no',
    ...(texts['zip'] ? { zip: texts['zip'] } : {}),
    ...(days === undefined ? {} : { supply_days: days }),
    regions: readRegions(texts['regions'] ?? ''),
  }
  const rate = {
    otherwise: { percent: numberIn(texts['tax']), shippingTaxed: texts['tax_shipping'] === 'yes' },
    regions: readRates(texts['region_taxes'] ?? ''),
  }
  return {
    places: {
      ...places,
      countries: { ...places.countries, [key]: country },
      withdrawal_countries: withdrawalIn(places, key, texts['withdrawal']),
    },
    taxes: { ...taxes, countries: { ...taxes.countries, [key]: rate } },
  }
}

const feesIn = (texts: Texts, known: PlaceMethod['fees']): Record<string, number | undefined> => {
  const typed = Object.entries(texts).flatMap(([name, text]) => {
    const currency = name.startsWith('fee_') ? currencyOf(name.slice(4)) : null
    if (currency === null || text === '') return []
    return [[currency, readPrice(text, currency) === null ? Number.NaN : parsePrice(text, currency)] as const]
  })
  return { ...known, ...Object.fromEntries(typed) }
}

const editedMethod = ({ places, taxes }: PlacesVersion, key: string, texts: Texts): unknown => {
  const [zoneKey, code] = namesOf(key)
  const zone = ownValue(places.zones, zoneKey)
  const methods = zone?.methods ?? []
  const known = methods.find((method) => method.code === code)
  const others = methods.filter((method) => method.code !== code)
  if (texts['remove'] === 'yes') {
    const zones =
      others.length === 0
        ? without(places.zones, zoneKey)
        : { ...places.zones, [zoneKey]: { ...zone, methods: others } }
    return { places: { ...places, zones }, taxes }
  }
  const method = {
    code,
    label: texts['label'],
    days: { from: numberIn(texts['days_from']), until: numberIn(texts['days_until']) },
    days_in: readDaysIn(texts['days_in'] ?? ''),
    fees: feesIn(texts, known?.fees ?? {}),
    waivable: texts['waivable'] === 'yes',
    services: readServices(texts['services'] ?? ''),
  }
  const changed = known ? methods.map((one) => (one.code === code ? method : one)) : [...methods, method]
  const zones = { ...places.zones, [zoneKey]: { name: texts['zone_name'], methods: changed } }
  return { places: { ...places, zones }, taxes }
}

const editedRest = ({ places, taxes }: PlacesVersion, { part, key }: PlaceKey, texts: Texts): unknown => {
  if (part === 'holidays') {
    const holidays =
      texts['remove'] === 'yes'
        ? without(places.holidays, key)
        : { ...places.holidays, [key]: readHolidays(texts['days'] ?? '') }
    return { places: { ...places, holidays }, taxes }
  }
  const warehouse: Record<keyof PlacesDocument['warehouse'], unknown> = {
    cut_off_hour: numberIn(texts['cut_off_hour']),
    working_days_to_pack: numberIn(texts['working_days_to_pack']),
    made_to_order_days: { from: numberIn(texts['made_from']), until: numberIn(texts['made_until']) },
  }
  return { places: { ...places, warehouse }, taxes }
}

/** What a form makes of the places, or why nothing can be made of it. */
export type EditedPlaces =
  | { readonly kind: 'places'; readonly version: PlacesVersion }
  | { readonly kind: 'wrong'; readonly field: string; readonly message: string }

/** Reads a value as a version; the first thing that is wrong with it, by its path. */
const readVersion = (value: unknown): EditedPlaces => {
  const read = PlacesVersion.safeParse(value)
  if (read.success) return { kind: 'places', version: read.data }
  const [issue] = read.error.issues
  const path = (issue?.path ?? []).filter((part) => part !== 'places').map(String)
  return { kind: 'wrong', field: path.join(' '), message: issue?.message ?? z.prettifyError(read.error) }
}

/** A filled form, applied to the places. */
export const editedPlaces = (version: PlacesVersion, place: PlaceKey, texts: Texts): EditedPlaces => {
  const { part, key } = place
  if (part === 'country') return readVersion(editedCountry(version, key, texts))
  if (part === 'method') return readVersion(editedMethod(version, key, texts))
  return readVersion(editedRest(version, place, texts))
}
