import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { adjacentMonth, weekdays, weeksOf } from './month-days.ts'
import styles from './month-calendar.module.css'

interface MonthCalendarProps {
  /** `2026-12`. */
  readonly month: string
  /** The first and last day that can be chosen. */
  readonly days: { readonly first: string; readonly last: string }
  /** The day as it is, and the day that was chosen. */
  readonly current: string
  readonly chosen: string | null
}

const Day = ({
  day,
  days,
  current,
  chosen,
}: { readonly day: string } & Omit<MonthCalendarProps, 'month'>) => {
  const number = Number(day.slice(8))
  if (day === current)
    return (
      <span className={classNames(styles.day, styles.now)}>
        {number}
        <span className={text.hidden}>, current order date</span>
      </span>
    )
  if (day < days.first || day > days.last) return <span className={styles.past}>{number}</span>
  return (
    <a
      className={classNames(styles.day, day === chosen && styles.chosen)}
      href={`?on=${day}#result`}
      aria-label={longDate(day)}
      aria-current={day === chosen ? 'date' : undefined}
    >
      {number}
    </a>
  )
}

const monthFormat = new Intl.DateTimeFormat(brand.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

const monthName = (month: string): string => monthFormat.format(Date.parse(`${month}-01T00:00:00Z`))

const AdjacentMonthLink = ({ to, chosen }: { readonly to: string; readonly chosen: string | null }) => (
  <a className={styles.adjacentMonth} href={`?${chosen === null ? '' : `on=${chosen}&`}month=${to}#result`}>
    {monthName(to)}
  </a>
)

const Weekdays = () => (
  <thead>
    <tr>
      {weekdays.map((name) => (
        <th key={name} scope="col" abbr={name}>
          <span aria-hidden="true">{name.charAt(0)}</span>
          <span className={text.hidden}>{name}</span>
        </th>
      ))}
    </tr>
  </thead>
)

const Month = (props: MonthCalendarProps) => (
  <table className={styles.month}>
    <caption className={text.hidden}>Choose a date in {monthName(props.month)}</caption>
    <Weekdays />
    <tbody>
      {weeksOf(props.month).map((week) => (
        <tr key={week.find((day) => day !== null)}>
          {week.map((day, at) => (
            <td key={weekdays[at]}>{day === null ? null : <Day {...props} day={day} />}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A month whose days are links; wide pages show it next to the date field, which does the same. */
export const MonthCalendar = (props: MonthCalendarProps) => {
  const { month, days, chosen, current } = props
  const before = adjacentMonth(month, -1)
  const after = adjacentMonth(month, 1)
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <p className={text.strong}>{monthName(month)}</p>
        {chosen === null || chosen === current ? null : (
          <p className={classNames(text.small, text.mute)}>
            {Number(current.slice(8))} becomes {Number(chosen.slice(8))}
          </p>
        )}
      </div>
      <Month {...props} />
      <p className={styles.months}>
        {before >= days.first.slice(0, 7) ? <AdjacentMonthLink to={before} chosen={chosen} /> : <span />}
        {after <= days.last.slice(0, 7) ? <AdjacentMonthLink to={after} chosen={chosen} /> : null}
      </p>
    </div>
  )
}
