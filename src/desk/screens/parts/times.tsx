import { brand } from '#shared/brand.ts'

const zone = { timeZone: brand.timeZone } as const

/** `Nov 23, 2026, 10:42 AM` in the shop's time zone. */
export const timeText = (at: string): string =>
  Temporal.Instant.from(at).toLocaleString(brand.locale, { ...zone, dateStyle: 'medium', timeStyle: 'short' })

/** `Nov 23, 2026`, of a moment or of a calendar date. */
export const dayText = (at: string): string =>
  at.includes('T') || at.includes(' ')
    ? Temporal.Instant.from(at).toLocaleString(brand.locale, { ...zone, dateStyle: 'medium' })
    : Temporal.PlainDate.from(at).toLocaleString(brand.locale, { dateStyle: 'medium' })

/** `November 2026`, of `2026-11`. */
export const monthText = (month: string): string =>
  Temporal.PlainDate.from(`${month}-01`).toLocaleString(brand.locale, { month: 'long', year: 'numeric' })

/** A moment for people, and for programs. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{timeText(at)}</time>

const shortText = (at: string, today: string): string => {
  const moment = Temporal.Instant.from(at).toZonedDateTimeISO(brand.timeZone)
  const time = { hour: 'numeric', minute: '2-digit' } as const
  if (moment.toPlainDate().toString() === today) return moment.toLocaleString(brand.locale, time)
  const day = { month: 'short', day: 'numeric' } as const
  return moment.year === Temporal.PlainDate.from(today).year
    ? moment.toLocaleString(brand.locale, { ...day, ...time })
    : moment.toLocaleString(brand.locale, { ...day, year: 'numeric' })
}

/** In a list: `10:42 AM` of today, `Nov 21, 10:42 AM` of this year, `Dec 30, 2025` of another one. */
export const ShortMoment = ({ at, today }: { readonly at: string; readonly today: string }) => (
  <time dateTime={at}>{shortText(at, today)}</time>
)

/** How long ago, in the largest unit: `41 min`, `5 h`, `2 days`. */
export const ageText = (since: string, now: string): string => {
  const minutes = Math.max(0, Math.floor(Temporal.Instant.from(since).until(now).total('minutes')))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 60 / 24)} days`
}
