import { brand } from '#shared/brand.ts'
import { methodByCode, methodIn } from '#location/rules/zones.ts'
import { places } from '#location/rules/published-places.ts'
import { countriesWithHolidays } from './holidays.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { rangeText } from '#shared/date-range.ts'
import type { WireRange } from '#shared/date-range.ts'
import { deliveryMessages } from '../messages/delivery-messages.ts'

/** A number of days, from and to. */
interface Days {
  readonly from: number
  readonly until: number
}

/** The warehouse: where its days are counted, and how long it takes. */
export const warehouse = () => {
  const { cut_off_hour: cutOffHour, working_days_to_pack: workingDaysToPack, ...rest } = places().warehouse
  return { country: brand.home, cutOffHour, workingDaysToPack, madeToOrderDays: rest.made_to_order_days }
}

const allMethods = () => Object.values(places().zones).flatMap(({ methods }) => methods)

/** The methods, and the countries whose days or holidays are not those of the rest. */
export const methodsWithDays = (): readonly string[] => [...new Set(allMethods().map(({ code }) => code))]
export const countriesWithDays = (): readonly string[] => [
  ...new Set([
    ...countriesWithHolidays(),
    ...Object.keys(places().countries).filter((country) => isUnlikeOthers(country)),
  ]),
]

const isUnlikeOthers = (country: string): boolean =>
  methodsWithDays().some((code) => {
    const [own, rest] = [transitOf(code, country), transitOf(code, '*')]
    return own.from !== rest.from || own.until !== rest.until
  })

/** How many working days a method takes to a country; a method of the past counts as the one of countries that are not listed. */
export const transitOf = (methodCode: string, country: string): Days => {
  const method = methodIn(country, methodCode) ?? methodByCode(methodCode)
  if (method) return ownValue(method.days_in, country) ?? method.days
  const [other] = ownValue(places().zones, places().other_zone)?.methods ?? []
  return other?.days ?? { from: 8, until: 14 }
}

/** `3 to 5 business days`. */
export const transitText = ({ from, until }: Days, locale: Locale = defaultLocale): string =>
  deliveryMessages.in(locale)('businessDays', { from, until })

/** `3 to 5 business days once packed`. */
export const transitOncePacked = (days: Days, locale: Locale = defaultLocale): string =>
  deliveryMessages.in(locale)('oncePacked', { days: transitText(days, locale) })

/** `2 business days`. */
export const packingText = (locale: Locale = defaultLocale): string =>
  deliveryMessages.in(locale)('packing', { days: warehouse().workingDaysToPack })

/** `2 PM ET`: orders placed before this hour count from the same business day. */
export const cutOffText = (locale: Locale = defaultLocale): string => {
  const format = new Intl.DateTimeFormat(formatsOf(locale), { hour: 'numeric', timeZone: 'UTC' })
  const time = format.format(warehouse().cutOffHour * 3_600_000).replaceAll('\u{202f}', ' ')
  return deliveryMessages.in(locale)('cutOff', { time })
}

/** `2 to 4 weeks`. */
export const madeToOrderText = (locale: Locale = defaultLocale): string => {
  const { from, until } = warehouse().madeToOrderDays
  const t = deliveryMessages.in(locale)
  return from % 7 === 0 && until % 7 === 0
    ? t('weeks', { from: from / 7, until: until / 7 })
    : t('days', { from, until })
}

/** How every page and mail says when something arrives: `Arrives December 6–9`. */
export const arrivalText = (arrives: WireRange, locale: Locale = defaultLocale): string =>
  deliveryMessages.in(locale)('arrives', { days: rangeText(arrives, locale) })
