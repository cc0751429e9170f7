import { brand } from '#shared/brand.ts'
import { clockTime } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'

// Britain writes times as 23:59.
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: brand.timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

const zone = new Intl.DateTimeFormat(brand.locale, { timeZone: brand.timeZone, timeZoneName: 'shortGeneric' })

const zoneName = (at: Date): string =>
  zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const timeOf = (at: Date): string => clockTime(clock.format(at))

/** A moment with its day, for people: `December 17, 2026, 11:59 PM ET`. */
export const shopMoment = (isoInstant: string): string => {
  const at = new Date(isoInstant)
  return `${shopDay(isoInstant)}, ${timeOf(at)} ${zoneName(at)}`
}

/**
 * The end of a period for people: midnight is the end of the day before it, `the end of March 29, 2027`; any other
 * moment is unchanged.
 */
export const deadlineText = (isoInstant: string): string => {
  const at = new Date(isoInstant)
  if (clock.format(at) !== '00:00') return shopMoment(isoInstant)
  return `the end of ${shopDay(new Date(at.getTime() - 60_000).toISOString())}`
}

/** The time of a moment in the shop's time zone: `2:05 PM ET`. */
export const shopTime = (isoInstant: string): string => {
  const at = new Date(isoInstant)
  return `${timeOf(at)} ${zoneName(at)}`
}
