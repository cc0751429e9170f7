import type { ReactNode } from 'react'
import { priceText } from '#shared/money.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { previewDeskPriceIncrease } from '../price-increase-endpoints.ts'
import styles from './price-increase-form.module.css'

type Revenue = ReplyOf<typeof previewDeskPriceIncrease>['revenue'][number]

const width = 480
const height = 220
const left = 84
const right = 20
const top = 24
const bottom = 34

const marks = [0, 0.25, 0.5, 0.75, 1] as const

interface ChartLabelProps {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly children: ReactNode
}

const ChartLabel = ({ x, y, anchor, children }: ChartLabelProps) => (
  <text className={styles.label} x={x} y={y} textAnchor={anchor}>
    {children}
  </text>
)

interface EvenMarkProps {
  readonly percent: number
  readonly x: number
  readonly y: number
}

/** The share of leaving members at which nothing is gained. */
const EvenMark = ({ percent, x, y }: EvenMarkProps) => (
  <>
    <circle className={styles.even} cx={x} cy={y} r={5} />
    <ChartLabel x={x + 9} y={y - 8} anchor="start">
      even at {percent}%
    </ChartLabel>
  </>
)

/** What an increase brings in a year by the share of members who leave: a line, which the table beside it has as numbers. */
export const LeavingChart = ({ revenue }: { readonly revenue: Revenue }) => {
  const { by_leaving: points, currency, break_even_percent: even } = revenue
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || last.percent === 0) return null
  const [most, least] = [Math.max(0, Number(first.difference)), Math.min(0, Number(last.difference))]
  const x = (percent: number): number => left + (percent / last.percent) * (width - left - right)
  const y = (amount: number): number =>
    top + ((most - amount) / (most - least || 1)) * (height - top - bottom)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`What it brings in 12 months, in ${currency}, by the share of members who leave. The table has the same numbers.`}
      >
        {[first, last].map(({ percent, difference }) => (
          <ChartLabel key={percent} x={left - 8} y={y(Number(difference)) + 4} anchor="end">
            {priceText(difference, currency)}
          </ChartLabel>
        ))}
        <line className={styles.zero} x1={left} x2={width - right} y1={y(0)} y2={y(0)} />
        <line
          className={styles.slope}
          x1={x(0)}
          y1={y(Number(first.difference))}
          x2={x(last.percent)}
          y2={y(Number(last.difference))}
        />
        {even === null || even > last.percent ? null : <EvenMark percent={even} x={x(even)} y={y(0)} />}
        {marks.map((part) => (
          <ChartLabel key={part} x={x(last.percent * part)} y={height - 10} anchor="middle">
            {Math.round(last.percent * part * 10) / 10}%
          </ChartLabel>
        ))}
      </svg>
      <figcaption>What it brings in 12 months, by the share of affected members who leave</figcaption>
    </figure>
  )
}
