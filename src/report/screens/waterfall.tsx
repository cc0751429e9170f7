import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { DeskReport } from '../desk-endpoints.ts'
import styles from './desk-report-page.module.css'

const width = 760
const height = 260
const top = 34
const bottom = 30

interface WaterfallProps {
  readonly steps: DeskReport['steps']
  readonly currency: Currency
}

/** From where to where the axis goes: not from zero where the movements would be too small to see. */
const axisOf = (levels: readonly number[]) => {
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  const margin = Math.max(1, (high - low) * 0.25)
  return { low: Math.max(0, Math.floor(low - margin)), high: high + margin * 0.2 }
}

const levelsOf = (steps: WaterfallProps['steps']): number[] =>
  steps.flatMap((step, at) =>
    at === 0 || at === steps.length - 1 ? [step.to_cents] : [step.from_cents, step.to_cents],
  )

/** The movements of recurring revenue as steps; the table beside it has the same numbers. */
export const Waterfall = ({ steps, currency }: WaterfallProps) => {
  const { low, high } = axisOf(levelsOf(steps))
  const y = (cents: number) => top + ((high - Math.max(low, cents)) / (high - low)) * (height - top - bottom)
  const slot = width / Math.max(1, steps.length)
  return (
    <figure className={styles.waterfall}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Recurring revenue from opening to closing, as steps. The table below has the same numbers."
      >
        {steps.map(({ name, from_cents: from, to_cents: to }, at) => {
          const isLevel = at === 0 || at === steps.length - 1
          const [high, low] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))]
          const middle = slot * (at + 0.5)
          const kind = isLevel ? styles.level : to >= from ? styles.plus : styles.minus
          return (
            <g key={name}>
              <rect
                className={kind}
                x={slot * at + slot * 0.14}
                width={slot * 0.72}
                y={high}
                height={Math.max(1, low - high)}
              />
              <text className={styles.amount} x={middle} y={high - 7} textAnchor="middle">
                {formatPrice(to - from, currency)}
              </text>
              <text className={styles.step} x={middle} y={height - 9} textAnchor="middle">
                {name}
              </text>
            </g>
          )
        })}
        <line className={styles.axis} x1="0" x2={width} y1={height - bottom} y2={height - bottom} />
      </svg>
      <figcaption>The axis begins at {formatPrice(low, currency)}.</figcaption>
    </figure>
  )
}
