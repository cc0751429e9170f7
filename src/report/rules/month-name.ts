import { z } from 'zod'

/** A month of the shop's calendar: `2031-01`. */
export const Month = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month such as 2031-01.')

/** A month, or one day of it: `2031-01` or `2031-01-05`. */
export const Period = z.union([
  Month,
  z.iso.date().regex(/^2[01]\d\d-/, 'Please choose a day such as 2031-01-05.'),
])

/** The days of a month or of a day: the first one, and the first after it. */
export const periodDays = (
  period: string,
): { readonly first: Temporal.PlainDate; readonly next: Temporal.PlainDate } => {
  const isMonth = period.length === '2031-01'.length
  const first = Temporal.PlainDate.from(isMonth ? `${period}-01` : period)
  return { first, next: first.add(isMonth ? { months: 1 } : { days: 1 }) }
}

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2031-01` as `Jan 2031`, and `2031-01-05` as `Jan 5, 2031`. */
export const monthName = (period: string): string => {
  const [year = '', number = '', day] = period.split('-')
  const name = names[Number(number) - 1] ?? number
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`
}

/** `Jan 2031`, or `Jan 2031 to Mar 2031`. */
export const monthsName = (from: string, to: string): string =>
  from === to ? monthName(from) : `${monthName(from)} to ${monthName(to)}`
