import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

// Canada writes dates as 2026-11-20.
const isoDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: brand.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The date of a moment in the shop's time zone: `2026-11-20`. */
export const shopDate = (isoInstant: string): string => isoDay.format(new Date(isoInstant))

/** The day of a moment in the shop's time zone, as text: `November 20, 2026`. */
export const shopDay = (isoInstant: string, locale: Locale = defaultLocale): string =>
  longDate(shopDate(isoInstant), locale)
