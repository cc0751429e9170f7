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

/** A month of the report: its name, its days and its moments in the shop's time zone. */
export interface ReportMonth {
  readonly name: string
  readonly from: Temporal.Instant
  /** The moment after its end. */
  readonly to: Temporal.Instant
  readonly firstDay: Temporal.PlainDate
  /** The first day after the month. */
  readonly endDay: Temporal.PlainDate
}

const startOf = (day: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  day.toZonedDateTime({ timeZone }).toInstant()

const monthOf = (month: Temporal.PlainYearMonth, timeZone: string): ReportMonth => {
  const firstDay = month.toPlainDate({ day: 1 })
  const endDay = firstDay.add({ months: 1 })
  return {
    name: month.toString(),
    firstDay,
    endDay,
    from: startOf(firstDay, timeZone),
    to: startOf(endDay, timeZone),
  }
}

/** Every month from the first to the last, both included; none when the last is before the first. */
const monthsBetween = (
  first: Temporal.PlainYearMonth,
  last: Temporal.PlainYearMonth,
  timeZone: string,
): readonly ReportMonth[] => {
  const count = first.until(last, { largestUnit: 'months' }).months
  return Array.from({ length: Math.max(0, count + 1) }, (_, after) =>
    monthOf(first.add({ months: after }), timeZone),
  )
}

const maxMonths = 24

/**
 * The months of a report, named as `2031-01`: the given ones, or the last six. Null for more than 24, or when the last
 * is before the first.
 */
export const reportMonths = (
  requested: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: Temporal.PlainDate,
  timeZone: string,
): readonly ReportMonth[] | null => {
  const thisMonth = today.toPlainYearMonth()
  const last = requested.to === undefined ? thisMonth : Temporal.PlainYearMonth.from(requested.to)
  const first =
    requested.from === undefined ? last.subtract({ months: 5 }) : Temporal.PlainYearMonth.from(requested.from)
  const months = monthsBetween(first, last, timeZone)
  return months.length === 0 || months.length > maxMonths ? null : months
}

/** As many months before the given ones, which a report compares them with. */
export const monthsBefore = (months: readonly ReportMonth[], timeZone: string): readonly ReportMonth[] => {
  const first = months[0]?.firstDay.toPlainYearMonth()
  return first === undefined
    ? []
    : monthsBetween(first.subtract({ months: months.length }), first.subtract({ months: 1 }), timeZone)
}
