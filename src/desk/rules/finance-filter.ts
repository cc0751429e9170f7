import { isMoment } from './order-filter.ts'
import { z } from 'zod'
import { isDay } from '#shared/day.ts'
import type { Mark } from './order-marks.ts'

/** A month of the shop's calendar: `2026-11`. */
export const Month = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month such as 2026-11.')

/** The days of a month: from the first one on, and before the first one of the next month. */
export const daysOfMonth = (
  month: string,
): { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate } => {
  const from = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return { from, to: from.add({ months: 1 }) }
}

/** The month before and the month after; null for one that has not begun on `today`. */
export const monthsAround = (
  month: string,
  today: string,
): { readonly earlier: string; readonly later: string | null } => {
  const own = Temporal.PlainYearMonth.from(month)
  const later = own.add({ months: 1 }).toString()
  return { earlier: own.subtract({ months: 1 }).toString(), later: later > today.slice(0, 7) ? null : later }
}

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`

const postingPlace = new RegExp(
  String.raw`^(?<day>2[01]\d\d-\d\d-\d\d)~(?<journal>${uuid})~(?<position>\d{1,4})$`,
)

/** Where a page of postings begins: after this day, journal and position. */
export const PostingPlace = z
  .string()
  .refine((text) => isDay(postingPlace.exec(text)?.groups?.['day'] ?? ''))
  .transform((text) => {
    const { day = '', journal = '', position = '0' } = postingPlace.exec(text)?.groups ?? {}
    return { day, journal, position: Number(position) }
  })

export type PostingPlace = z.output<typeof PostingPlace>

const momentPlace = new RegExp(`^(?<at>[^~]{20,40})~(?<id>${uuid})$`)

/** Where a page of things with a moment and an id begins. */
export const MomentPlace = z
  .string()
  .refine((text) => isMoment(momentPlace.exec(text)?.groups?.['at'] ?? ''))
  .transform((text) => {
    const { at = '', id = '' } = momentPlace.exec(text)?.groups ?? {}
    // PostgreSQL does not read all that Temporal does.
    return { at: Temporal.Instant.from(at).toString(), id }
  })

export type MomentPlace = z.output<typeof MomentPlace>

/** What a journal of the ledger records, in words: `order-placed` is `Order placed`. */
export const factText = (fact: string): string => {
  const words = fact.replaceAll('-', ' ').replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** How far a payout is. */
export const payoutMarks: Readonly<Record<'pending' | 'paid' | 'failed', Mark>> = {
  pending: { word: 'on its way', level: 'half', tone: 'plain' },
  paid: { word: 'in the bank', level: 'full', tone: 'ok' },
  failed: { word: 'failed', level: 'struck', tone: 'bad' },
}

/** `US-CA` is `California`'s code: places are named by country and region, as the tax returns name them. */
export const placeText = (place: string): string => (place === '' ? 'no place' : place)
