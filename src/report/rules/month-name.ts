import { z } from 'zod'

/** A month of the shop's calendar: `2031-01`. */
export const Month = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month such as 2031-01.')

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2031-01` as `Jan 2031`. */
export const monthName = (month: string): string => {
  const [year = '', number = ''] = month.split('-')
  return `${names[Number(number) - 1] ?? number} ${year}`
}

/** `Jan 2031`, or `Jan 2031 to Mar 2031`. */
export const monthsName = (from: string, to: string): string =>
  from === to ? monthName(from) : `${monthName(from)} to ${monthName(to)}`
