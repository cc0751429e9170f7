import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/locale.ts'
import { weekdays, weeksOf } from '#subscription/change/screens/month-days.ts'
import type { ComingOrder } from '../subscription-endpoints.ts'
import styles from './order-calendar.module.css'
import { Section } from './parts/section.tsx'

/** The number of months that are shown. */
const mostMonths = 3

const monthName = (month: string): string =>
  Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .toLocaleString(brand.locale, { month: 'long', year: 'numeric' })

interface DayProps {
  readonly day: string
  readonly today: string
  readonly isOrder: boolean
}

const Day = ({ day, today, isOrder }: DayProps) => (
  <span data-order={isOrder || undefined} data-today={day === today || undefined}>
    {Number(day.slice(8))}
    {isOrder ? <span className={styles.said}>, order</span> : null}
    {day === today ? <span className={styles.said}>, today</span> : null}
  </span>
)

interface MonthProps {
  readonly month: string
  readonly today: string
  readonly days: ReadonlySet<string>
}

const Month = ({ month, today, days }: MonthProps) => {
  const names = weekdays(defaultLocale)
  return (
    <table className={styles.month}>
      <caption>{monthName(month)}</caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden="true">{name.charAt(0)}</span>
              <span className={styles.said}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, at) => (
              <td key={names[at]}>
                {day === null ? null : <Day day={day} today={today} isOrder={days.has(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface OrderCalendarProps {
  readonly coming: readonly ComingOrder[]
  readonly today: string
}

/** The months of the next orders, with their days. */
export const OrderCalendar = ({ coming, today }: OrderCalendarProps) => {
  const days = new Set(coming.map(({ on }) => on))
  const months = [...new Set(coming.map(({ on }) => on.slice(0, 7)))].slice(0, mostMonths)
  return months.length === 0 ? null : (
    <Section title="Calendar of the next orders">
      <div className={styles.months}>
        {months.map((month) => (
          <Month key={month} month={month} today={today} days={days} />
        ))}
      </div>
    </Section>
  )
}
