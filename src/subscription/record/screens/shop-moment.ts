import { brand } from '#shared/brand.ts'
import { clockTime } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMessages } from '../../messages/subscription-messages.ts'

// Britain writes times as 23:59.
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: brand.timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

const zoneName = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(formatsOf(locale), { timeZone: brand.timeZone, timeZoneName: 'shortGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const timeOf = (at: Date, locale: Locale): string => clockTime(clock.format(at), locale)

/** A moment with its day, for people: `December 17, 2026, 11:59 PM ET`. */
export const shopMoment = (isoInstant: string, locale: Locale = defaultLocale): string => {
  const at = new Date(isoInstant)
  return `${shopDay(isoInstant, locale)}, ${timeOf(at, locale)} ${zoneName(at, locale)}`
}

/**
 * The end of a period for people: midnight is the end of the day before it, `the end of March 29, 2027`; any other
 * moment is unchanged.
 */
export const deadlineText = (isoInstant: string, locale: Locale = defaultLocale): string => {
  const at = new Date(isoInstant)
  if (clock.format(at) !== '00:00') return shopMoment(isoInstant, locale)
  return subscriptionMessages.in(locale)('endOfDay', {
    day: shopDay(new Date(at.getTime() - 60_000).toISOString(), locale),
  })
}

/** The time of a moment in the shop's time zone: `2:05 PM ET`. */
export const shopTime = (isoInstant: string, locale: Locale = defaultLocale): string => {
  const at = new Date(isoInstant)
  return `${timeOf(at, locale)} ${zoneName(at, locale)}`
}
