import type { Holiday } from './holiday.ts'
import type { PlaceCountry, PlaceMethod } from './places-document.ts'
import type { TaxRates } from './tax-rates.ts'
import type { PlacesVersion } from './places-changes.ts'

export const lines = (all: readonly string[]): string => all.join('\n')

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The first word of a line, and the rest. */
const headOf = (line: string): readonly [string, string] => {
  const [head = '', ...rest] = line.split(/\s+/)
  return [head, rest.join(' ')]
}

export const regionLines = (regions: PlaceCountry['regions']): string[] =>
  Object.entries(regions).map(([code, name]) => `${code} ${name}`)

export const readRegions = (text: string): Record<string, string> =>
  Object.fromEntries(linesOf(text).map(headOf))

type Rates = TaxRates['countries'][string]['regions']

export const rateLines = (rates: Rates): string[] =>
  Object.entries(rates).map(
    ([code, { percent, shippingTaxed }]) => `${code} ${percent}${shippingTaxed ? ' shipping' : ''}`,
  )

export const readRates = (text: string): Rates =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [code = '', percent = '', word = ''] = line.split(/\s+/)
      return [code, { percent: Number(percent), shippingTaxed: word === 'shipping' }]
    }),
  )

export const daysInText = (daysIn: PlaceMethod['days_in']): string[] =>
  Object.entries(daysIn).map(([country, { from, until }]) => `${country} ${from} ${until}`)

export const readDaysIn = (text: string): PlaceMethod['days_in'] =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [country = '', from, until] = line.split(/\s+/)
      return [country, { from: Number(from), until: Number(until) }]
    }),
  )

export const serviceLines = (services: PlaceMethod['services']): string[] =>
  services.map(({ carrier, service, incoterm }) => [carrier, service, incoterm ?? ''].join(' ').trim())

export const readServices = (text: string): PlaceMethod['services'] =>
  linesOf(text).map((line) => {
    const [carrier, rest] = headOf(line)
    const [service, incoterm] = headOf(rest)
    return { carrier, service, ...(incoterm === 'DDP' || incoterm === 'DAP' ? { incoterm } : {}) }
  })

const two = (count: number): string => String(count).padStart(2, '0')

const holidayLine = (holiday: Holiday): string => {
  if ('date' in holiday) return `${holiday.date} ${holiday.name}`
  if ('days_from_easter' in holiday) {
    const days = holiday.days_from_easter
    return `easter${days < 0 ? '' : '+'}${days} ${holiday.name}`
  }
  if ('day' in holiday) return `${two(holiday.month)}-${two(holiday.day)} ${holiday.name}`
  return `${two(holiday.month)}-${two(holiday.from)}/${holiday.weekday} ${holiday.name}`
}

export const holidayLines = (holidays: readonly Holiday[]): string[] => holidays.map(holidayLine)

const readHoliday = (line: string): unknown => {
  const [when, name] = headOf(line)
  const easter = /^easter([+-]\d+)$/.exec(when)
  if (easter) return { name, days_from_easter: Number(easter[1]) }
  const weekday = /^(\d\d)-(\d\d)\/([1-7])$/.exec(when)
  if (weekday)
    return { name, month: Number(weekday[1]), weekday: Number(weekday[3]), from: Number(weekday[2]) }
  const day = /^(\d\d)-(\d\d)$/.exec(when)
  return day ? { name, month: Number(day[1]), day: Number(day[2]) } : { name, date: when }
}

export const readHolidays = (text: string): unknown[] => linesOf(text).map(readHoliday)

const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** The texts of `places.json` and `tax-rates.json`. */
export const placeTexts = ({ places, taxes }: PlacesVersion) => ({
  places: textOf(places),
  taxes: textOf(taxes),
})
