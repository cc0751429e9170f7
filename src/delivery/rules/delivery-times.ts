import { brand } from '#shared/brand.ts'
import { countriesWithHolidays } from './holidays.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { deliveryTimesMessages } from '../messages/delivery-times-messages.ts'

/** A number of days, from and to. */
export interface Days {
  readonly from: number
  readonly until: number
}

/** The warehouse: where its days are counted, and how long it takes. */
export const warehouse = {
  country: brand.home,
  /** Orders from this hour on count from the next working day. In the time zone of the shop. */
  cutOffHour: 14,
  workingDaysToPack: 2,
  /** Days of the calendar until something made to order ships (spec §1: 2 to 4 weeks). */
  madeToOrderDays: { from: 14, until: 28 },
} as const

const abroad: Days = { from: 8, until: 14 }

/** Working days at the place of delivery that carriers need, by shipping method. */
const transitDays: ReadonlyMap<string, Days> = new Map([
  ['free_shipping', { from: 3, until: 5 }],
  ['expedited', { from: 2, until: 3 }],
  ['passport_duty_paid_canada', { from: 6, until: 10 }],
  ['passport_duty_paid_all', abroad],
])

/** Countries that take longer, or less long, than the rest of their method. */
const transitDaysOfCountry: ReadonlyMap<string, Days> = new Map([
  ['passport_duty_paid_all GB', { from: 6, until: 10 }],
  ['passport_duty_paid_all IE', { from: 6, until: 10 }],
  ['passport_duty_paid_all AU', { from: 10, until: 16 }],
])

/** The methods, and the countries whose days or holidays are not those of the rest. */
export const methodsWithDays: readonly string[] = [...transitDays.keys()]
export const countriesWithDays: readonly string[] = [
  ...countriesWithHolidays,
  ...[...transitDaysOfCountry.keys()].flatMap((route) => route.split(' ')[1] ?? []),
]

/** How many working days a method takes to a country; a method of the past counts as the abroad. */
export const transitOf = (methodCode: string, country: string): Days =>
  transitDaysOfCountry.get(`${methodCode} ${country}`) ?? transitDays.get(methodCode) ?? abroad

/** `3 to 5 business days`. */
export const transitText = ({ from, until }: Days, locale: Locale = defaultLocale): string =>
  deliveryTimesMessages.in(locale)('businessDays', { from, until })

/** `3 to 5 business days once packed`. */
export const transitOncePacked = (days: Days, locale: Locale = defaultLocale): string =>
  deliveryTimesMessages.in(locale)('oncePacked', { days: transitText(days, locale) })

/** `2 business days`. */
export const packingText = (locale: Locale = defaultLocale): string =>
  deliveryTimesMessages.in(locale)('packing', { days: warehouse.workingDaysToPack })

/** `2 PM ET`: orders placed before this hour count from the same business day. */
export const cutOffText = (locale: Locale = defaultLocale): string => {
  const format = new Intl.DateTimeFormat(formatsOf(locale), { hour: 'numeric', timeZone: 'UTC' })
  const time = format.format(warehouse.cutOffHour * 3_600_000).replaceAll('\u{202f}', ' ')
  return deliveryTimesMessages.in(locale)('cutOff', { time })
}

const { from: soonest, until: latest } = warehouse.madeToOrderDays

/** `2 to 4 weeks`. */
export const madeToOrderText = (locale: Locale = defaultLocale): string =>
  deliveryTimesMessages.in(locale)('weeks', { from: soonest / 7, until: latest / 7 })
