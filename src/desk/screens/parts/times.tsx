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

/** A moment for people, and for programs. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{timeText(at)}</time>
