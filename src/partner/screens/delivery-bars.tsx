import { ChartNumbers } from '#desk/screens/parts/chart-numbers.tsx'
import { DataTable } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { Section } from '#desk/screens/parts/section.tsx'
import { dayText } from '#desk/screens/parts/times.tsx'
import { brand } from '#shared/brand.ts'
import type { DeliveryDay } from '../webhook/rules/delivery-plan.ts'
import styles from './delivery-bars.module.css'

const width = 560
const height = 120
const bottom = 26
const gap = 10

const shortDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(brand.locale, { month: 'short', day: 'numeric' })

const sumOf = ({ delivered, waiting, given_up: givenUp }: DeliveryDay): number =>
  delivered + waiting + givenUp

interface BarProps {
  readonly day: DeliveryDay
  readonly x: number
  readonly wide: number
  /** Pixels of one delivery. */
  readonly unit: number
}

/** From the bottom up: delivered, waiting, given up. */
const Bar = ({ day: { delivered, waiting, given_up: givenUp }, x, wide, unit }: BarProps) => {
  const floor = height - bottom
  const parts = [
    ['delivered', delivered, 0],
    ['waiting', waiting, delivered],
    ['given-up', givenUp, delivered + waiting],
  ] as const
  return parts.map(([state, count, below]) =>
    count === 0 ? null : (
      <rect
        key={state}
        className={styles.bar}
        data-state={state}
        x={x}
        y={floor - (below + count) * unit}
        width={wide}
        height={count * unit}
      />
    ),
  )
}

const Bars = ({ days }: { readonly days: readonly DeliveryDay[] }) => {
  const most = Math.max(1, ...days.map(sumOf))
  const step = width / days.length
  const marked = [0, Math.floor(days.length / 2), days.length - 1]
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Deliveries per day, at most ${most}. The table below has the same numbers.`}
    >
      {days.map((day, at) => (
        <Bar
          key={day.day}
          day={day}
          x={at * step + gap / 2}
          wide={step - gap}
          unit={(height - bottom) / most}
        />
      ))}
      <line className={styles.floor} x1={0} x2={width} y1={height - bottom} y2={height - bottom} />
      {marked.map((at, order) => (
        <text
          key={at}
          className={styles.label}
          x={at * step + step / 2 + (order === 0 ? -step / 2 : order === 2 ? step / 2 : 0)}
          y={height - 6}
          textAnchor={order === 0 ? 'start' : order === 2 ? 'end' : 'middle'}
        >
          {shortDay(days[at]?.day ?? '')}
        </text>
      ))}
    </svg>
  )
}

const columns: readonly Column<DeliveryDay>[] = [
  { name: 'Day', cell: ({ day }) => dayText(day) },
  { name: 'Delivered', cell: ({ delivered }) => delivered, isFigure: true },
  { name: 'Waiting', cell: ({ waiting }) => waiting, isFigure: true },
  { name: 'Given up', cell: ({ given_up: givenUp }) => givenUp, isFigure: true },
]

/** What became of the events of the last days: bars, and the same as numbers. */
export const DeliveryBars = ({ days }: { readonly days: readonly DeliveryDay[] }) => {
  const all = days.reduce((sum, day) => sum + sumOf(day), 0)
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0)
  return (
    <Section
      title={`The last ${days.length} days`}
      aside={`${delivered.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} delivered`}
    >
      {all === 0 ? <p>Nothing was to be sent.</p> : <Bars days={days} />}
      {all === 0 ? null : (
        <ChartNumbers>
          <DataTable
            label="Deliveries per day"
            isInside
            rows={days}
            keyOf={({ day }) => day}
            columns={columns}
          />
        </ChartNumbers>
      )}
    </Section>
  )
}
