import { longDate } from '#shared/dates.ts'
import { formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { classNames } from '#ui/class-names.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { changeMessages } from '../../messages/change-messages.ts'
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
  const t = useMessages(changeMessages)
  const locale = useLocale()
  const number = Number(day.slice(8))
  if (day === current)
    return (
      <span className={classNames(styles.day, styles.now)}>
        {rich(
          t.rich('calendarCurrent', {
            day: number,
            hidden: (inside) => <span className={text.hidden}>{inside}</span>,
          }),
        )}
      </span>
    )
  if (day < days.first || day > days.last) return <span className={styles.past}>{number}</span>
  return (
    <a
      className={classNames(styles.day, day === chosen && styles.chosen)}
      href={`?on=${day}#result`}
      aria-label={longDate(day, locale)}
      aria-current={day === chosen ? 'date' : undefined}
    >
      {number}
    </a>
  )
}

const monthName = (month: string, locale: Locale): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(formatsOf(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const AdjacentMonthLink = ({ to, chosen }: { readonly to: string; readonly chosen: string | null }) => (
  <a className={styles.adjacentMonth} href={`?${chosen === null ? '' : `on=${chosen}&`}month=${to}#result`}>
    {monthName(to, useLocale())}
  </a>
)

const Weekdays = () => (
  <thead>
    <tr>
      {weekdays(useLocale()).map((name) => (
        <th key={name} scope="col" abbr={name}>
          <span aria-hidden="true">{name.charAt(0)}</span>
          <span className={text.hidden}>{name}</span>
        </th>
      ))}
    </tr>
  </thead>
)

const Month = (props: MonthCalendarProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  const names = weekdays(locale)
  return (
    <table className={styles.month}>
      <caption className={text.hidden}>{t('chooseDate', { month: monthName(props.month, locale) })}</caption>
      <Weekdays />
      <tbody>
        {weeksOf(props.month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, at) => (
              <td key={names[at]}>{day === null ? null : <Day {...props} day={day} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A month whose days are links; wide pages show it next to the date field, which does the same. */
export const MonthCalendar = (props: MonthCalendarProps) => {
  const { month, days, chosen, current } = props
  const t = useMessages(changeMessages)
  const locale = useLocale()
  const before = adjacentMonth(month, -1)
  const after = adjacentMonth(month, 1)
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <p className={text.strong}>{monthName(month, locale)}</p>
        {chosen === null || chosen === current ? null : (
          <p className={classNames(text.small, text.mute)}>
            {t('becomes', { before: Number(current.slice(8)), after: Number(chosen.slice(8)) })}
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
