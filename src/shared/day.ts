import { z } from 'zod'

/**
 * A day that a shop can mean, as `2031-01-05`: of the years 2000 to 2199. PostgreSQL knows no year 0, which ISO 8601 has.
 * With the sentence that a form shows for any other text.
 */
export const dayOr = (message?: string) => z.iso.date(message).regex(/^2[01]\d\d-/, message)

export const Day = dayOr()

export const isDay = (text: string): boolean => Day.safeParse(text).success
