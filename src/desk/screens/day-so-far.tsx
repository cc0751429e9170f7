import { dayLines, lineSize } from '#report/rules/day-line.ts'
import { definitionsOf } from '#report/rules/section.ts'
import { brand } from '#shared/brand.ts'
import type { DaySoFarReply } from '../home-endpoints.ts'
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

const FigureRow = ({ row, hours }: { readonly row: Row; readonly hours: number }) => (
  <tr>
    <th scope="row">
      <div className={styles.name}>
        {row.name}
        <Line row={row} hours={hours} />
      </div>
    </th>
    {row.figures.map((figure, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the columns stay as they are
      <td key={at}>
        <Figure row={row} at={at} />
      </td>
    ))}
  </tr>
)

const Meanings = ({ rows }: Pick<DaySoFarReply, 'rows'>) => (
  <details className={styles.meaning}>
    <summary>What the figures mean</summary>
    <dl>
      {definitionsOf({ rows: [...new Map(rows.map((row) => [row.definition, row])).values()] }).map(
        ({ name, definition }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ),
      )}
    </dl>
  </details>
)

const weekdayOf = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(brand.locale, { weekday: 'long' })

interface DaySoFarProps {
  readonly day: DaySoFarReply
  readonly now: string
}

const Figures = ({ day: { days, rows }, now }: DaySoFarProps) => {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(brand.timeZone)
  const time = here.toLocaleString(brand.locale, { hour: 'numeric', minute: '2-digit' })
  return (
    <table className={styles.figures} aria-label="The day so far">
      <thead>
        <tr>
          {[`Until ${time}`, 'Today', 'Yesterday', `Last ${weekdayOf(days[2])}`].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FigureRow
            key={`${row.name} ${row.figures[0]?.sums[0]?.currency ?? ''}`}
            row={row}
            hours={hoursOf(here)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Today until now beside yesterday and the same weekday of the last week until the same time: to the cent, without names. */
export const DaySoFar = ({ day, now }: DaySoFarProps) => (
  <div className={styles.day}>
    <Section title="The day so far" aside={<span className={styles.legend}>dashed: yesterday, all day</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={styles.region} aria-label="The day so far: figures" tabIndex={0}>
        <Figures day={day} now={now} />
      </section>
      <Meanings rows={day.rows} />
    </Section>
  </div>
)
