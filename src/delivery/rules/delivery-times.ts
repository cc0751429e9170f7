import { brand } from '#shared/brand.ts'
import { methodByCode, methodIn } from '#location/rules/zones.ts'
import { places } from '#location/rules/published-places.ts'
import { countriesWithHolidays } from './holidays.ts'
import { ownValue } from '#shared/own-value.ts'

/** A number of days, from and to. */
export interface Days {
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
export const transitText = ({ from, until }: Days): string => `${from} to ${until} business days`

/** `2 business days`. */
export const packingText = (): string => `${warehouse().workingDaysToPack} business days`

/** `2 PM ET`: orders placed before this hour count from the same business day. */
export const cutOffText = (): string => {
  const { cutOffHour } = warehouse()
  return `${cutOffHour % 12 || 12} ${cutOffHour < 12 ? 'AM' : 'PM'} ET`
}

/** `2 to 4 weeks`. */
export const madeToOrderText = (): string => {
  const { from, until } = warehouse().madeToOrderDays
  return from % 7 === 0 && until % 7 === 0 ? `${from / 7} to ${until / 7} weeks` : `${from} to ${until} days`
}
