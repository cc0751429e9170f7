import { brand } from '#shared/brand.ts'
import { jarForecast } from '#subscription/record/rules/jar-forecast.ts'
import type { JarForecast } from '#subscription/record/rules/jar-forecast.ts'
import type { DeskSubscription } from '../subscription-endpoints.ts'
import styles from './jar-chart.module.css'
import { ChartNumbers } from './parts/chart-numbers.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'

/** Days that are looked ahead. */
const horizon = 180

const width = 720
const height = 200
const top = 24
const bottom = 30
const left = 4

interface ChartProps {
  readonly forecast: JarForecast
  readonly today: Temporal.PlainDate
  readonly days: number
}

/** The first days of months after today, as days from today on. */
const monthsWithin = ({ today, days }: Pick<ChartProps, 'today' | 'days'>): readonly number[] => {
  const first = today.with({ day: 1 })
  return Array.from(
    { length: 7 },
    (_, at) => today.until(first.add({ months: at + 1 }), { largestUnit: 'days' }).days,
  ).filter((day) => day < days - 8)
}

const emptyText = (count: number): string => (count === 1 ? '1 day empty' : `${count} days empty`)

interface EmptyProps extends Pick<JarForecast, 'empty'> {
  readonly x: (day: number) => number
  readonly floor: number
}

const Empty = ({ empty, x, floor }: EmptyProps) =>
  empty.map(({ from, until }) => (
    <g key={from}>
      <rect className={styles.empty} x={x(from)} y={top} width={x(until) - x(from)} height={floor - top} />
      <text className={styles.label} x={x(until) + 5} y={floor - 6}>
        {emptyText(until - from)}
      </text>
    </g>
  ))

const Chart = ({ forecast: { points, empty }, today, days }: ChartProps) => {
  const most = Math.max(1, ...points.map(({ left: count }) => count))
  const x = (day: number): number => left + (day / days) * (width - 2 * left)
  const y = (count: number): number => top + (1 - count / most) * (height - top - bottom)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Days left at home in the next ${days} days. The table below has the same numbers.`}
      >
        <Empty empty={empty} x={x} floor={y(0)} />
        <line className={styles.grid} x1={left} x2={width - left} y1={y(most)} y2={y(most)} />
        <line className={styles.zero} x1={left} x2={width - left} y1={y(0)} y2={y(0)} />
        <text className={styles.label} x={left} y={top - 7}>
          {most} {most === 1 ? 'day' : 'days'}
        </text>
        <polyline
          className={styles.line}
          points={points.map(({ day, left: count }) => `${x(day)},${y(count)}`).join(' ')}
        />
        {monthsWithin({ today, days }).map((day) => (
          <text key={day} className={styles.label} x={x(day)} y={height - 8}>
            {today.add({ days: day }).toLocaleString(brand.locale, { month: 'short' })}
          </text>
        ))}
      </svg>
    </figure>
  )
}

interface TurnRow {
  readonly key: string
  readonly on: string
  readonly what: string
  readonly left: number
}

/** What the line shows, as rows: what is there now, where it runs out, and what each order brings. */
const turnsOf = ({ points }: JarForecast, today: Temporal.PlainDate): readonly TurnRow[] =>
  points.map(({ day, left: count }, at) => {
    const before = points[at - 1]
    const growth = before !== undefined && count > before.left
    const what = at === 0 ? 'Today' : growth ? 'Order' : count === 0 ? 'Empty' : 'Before the order'
    return { key: `${at}`, on: today.add({ days: day }).toString(), what, left: count }
  })

const columns: readonly Column<TurnRow>[] = [
  { name: 'Day', cell: ({ on }) => dayText(on) },
  { name: 'What', cell: ({ what }) => what, isQuiet: true, fills: true },
  { name: 'Days left', cell: ({ left: count }) => count, isFigure: true },
]

/** How long what the member has at home lasts, with the orders to come; nothing for what is not counted in days. */
export const JarSection = ({ view }: { readonly view: DeskSubscription }) => {
  const { subscription, coming, last_shipped_on: shippedOn } = view
  const { supply_days: supplyDays } = subscription.plan
  if (supplyDays === 0 || (shippedOn === null && coming.length === 0)) return null
  const today = Temporal.PlainDate.from(view.today)
  const orders = coming.map(({ on }) => Temporal.PlainDate.from(on))
  const last = orders.at(-1)
  // What comes after the last order that is known is not known.
  const days =
    last === undefined
      ? horizon
      : Math.min(horizon, today.until(last, { largestUnit: 'days' }).days + supplyDays)
  const forecast = jarForecast(
    { today, supplyDays, shippedOn: shippedOn === null ? null : Temporal.PlainDate.from(shippedOn), orders },
    days,
  )
  return (
    <Section title="Days left at home" aside="one serving a day, from the last shipment on">
      <Chart forecast={forecast} today={today} days={days} />
      <ChartNumbers>
        <DataTable
          label="Days left at home"
          isInside
          rows={turnsOf(forecast, today)}
          keyOf={({ key }) => key}
          columns={columns}
        />
      </ChartNumbers>
    </Section>
  )
}
