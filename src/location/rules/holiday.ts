import { z } from 'zod'

const name = z.string().trim().min(1).max(60)
const month = z.int().min(1).max(12)

const isDayOfMonth = ({ month: inMonth, day }: { readonly month: number; readonly day: number }): boolean =>
  // A leap year has every day.
  day <= Temporal.PlainDate.from({ year: 2024, month: inMonth, day: 1 }).daysInMonth

const isDate = (iso: string): boolean => {
  try {
    return Temporal.PlainDate.from(iso).toString() === iso
  } catch {
    return false
  }
}

/** A day on which nothing is packed or delivered. */
export const holidayOf = z.union([
  z
    .strictObject({ name, month, day: z.int().min(1).max(31) })
    .refine(isDayOfMonth, 'a day that the month has'),
  /** The first such weekday (1 is Monday) on or after a day of the month. */
  z.strictObject({ name, month, weekday: z.int().min(1).max(7), from: z.int().min(1).max(25) }),
  /** Easter of the West. */
  z.strictObject({ name, days_from_easter: z.int().min(-60).max(60) }),
  /** Of one year. */
  z.strictObject({ name, date: z.string().refine(isDate, 'a day such as 2026-12-24') }),
])

export type Holiday = z.output<typeof holidayOf>
