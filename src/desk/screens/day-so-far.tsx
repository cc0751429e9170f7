import { dayLines, lineSize } from '#report/rules/day-figures.ts'
import { FigureMeanings } from './parts/figure-meanings.tsx'
import { brand } from '#shared/brand.ts'
import type { DaySoFarReply } from '../home-endpoints.ts'
import { Figures } from './parts/figures.tsx'
import { Section } from './parts/section.tsx'
import { sumsText } from './parts/sums-text.ts'
import styles from './day-so-far.module.css'

type Row = DaySoFarReply['rows'][number]

/** How much of the day is over by the shop's clocks, in hours. */
const hoursOf = (now: Temporal.ZonedDateTime): number => now.hour + now.minute / 60

/** The figure through the day; the figures beside it carry the meaning. */
const Line = ({ row, hours }: { readonly row: Row; readonly hours: number }) => {
  const { today, yesterday, now } = dayLines(row.line, hours)
  return (
    <svg className={styles.line} viewBox={`0 0 ${lineSize.width} ${lineSize.height}`} aria-hidden="true">
      <polyline className={styles.before} points={yesterday} />
      <polyline points={today} />
      <rect x={now.x - 1.5} y={now.y - 1.5} width="3" height="3" />
    </svg>
  )
}

const figureText = ({ count, sums }: Row['figures'][number]): string =>
  count === null ? sumsText(sums) : count.toLocaleString('en-US')

const Figure = ({ row, at }: { readonly row: Row; readonly at: number }) => {
  const figure = row.figures[at]
  const text = figure === undefined ? '' : figureText(figure)
  if (at > 0 || row.href === null) return text
  return (
    <a href={row.href} aria-label={`${text}: ${row.name}, today`}>
      {text}
    </a>
  )
}

interface FigureRowProps {
  readonly row: Row
  readonly days: DaySoFarReply['days']
  readonly hours: number
}

const FigureRow = ({ row, days, hours }: FigureRowProps) => (
  <tr>
    <th scope="row">
      <div className={styles.name}>
        {row.name}
        <Line row={row} hours={hours} />
      </div>
    </th>
    {days.map((day, at) => (
      <td key={day}>
        <Figure row={row} at={at} />
      </td>
    ))}
  </tr>
)

const weekdayOf = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(brand.locale, { weekday: 'long' })

interface DaySoFarProps {
  readonly day: DaySoFarReply
  readonly now: string
}

const DayFigures = ({ day: { days, rows }, now }: DaySoFarProps) => {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(brand.timeZone)
  const time = here.toLocaleString(brand.locale, { hour: 'numeric', minute: '2-digit' })
  return (
    <Figures
      label="The day so far"
      region="The day so far: figures"
      className={styles.figures}
      columns={[`Until ${time}`, 'Today', 'Yesterday', `Last ${weekdayOf(days[2])}`]}
    >
      {rows.map((row) => (
        <FigureRow
          key={`${row.name} ${row.figures[0]?.sums[0]?.currency ?? ''}`}
          row={row}
          days={days}
          hours={hoursOf(here)}
        />
      ))}
    </Figures>
  )
}

/** Currencies have a row each, and mean the same. */
const rowsByDefinition = (rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.definition, row])).values(),
]

/** Today until now beside yesterday and the same weekday of the last week until the same time: to the cent, without names. */
export const DaySoFar = ({ day, now }: DaySoFarProps) => (
  <div className={styles.day}>
    <Section title="The day so far" aside={<span className={styles.legend}>dashed: yesterday, all day</span>}>
      <DayFigures day={day} now={now} />
      <FigureMeanings rows={rowsByDefinition(day.rows)} />
    </Section>
  </div>
)
