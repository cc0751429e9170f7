import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: brand.timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

const zone = new Intl.DateTimeFormat(brand.locale, { timeZone: brand.timeZone, timeZoneName: 'shortGeneric' })

const zoneName = (at: Date): string =>
  zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** A moment with its day, for people: `17 December 2026, 23:59 ET`. */
export const shopMoment = (isoInstant: string): string => {
  const at = new Date(isoInstant)
  return `${shopDay(isoInstant)}, ${clock.format(at)} ${zoneName(at)}`
}

/**
 * The end of a period for people: midnight is the end of the day before it, `the end of 29 March 2027`; any other
 * moment is unchanged.
 */
export const deadlineText = (isoInstant: string): string => {
  const at = new Date(isoInstant)
  if (clock.format(at) !== '00:00') return shopMoment(isoInstant)
  return `the end of ${shopDay(new Date(at.getTime() - 60_000).toISOString())}`
}

/** The time of a moment in the shop's time zone: `14:05`. */
export const shopTime = (isoInstant: string): string => clock.format(new Date(isoInstant))

/** A date of these months without its year: `18 December`. */
export const shortDate = (isoDate: string): string => longDate(isoDate).split(' ').slice(0, 2).join(' ')
