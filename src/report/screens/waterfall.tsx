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

interface StepProps {
  readonly step: WaterfallProps['steps'][number]
  readonly kind: string | undefined
  /** The left edge of its place, and the width of it. */
  readonly left: number
  readonly slot: number
  readonly y: (cents: number) => number
  readonly currency: Currency
}

const Step = ({ step, kind, left, slot, y, currency }: StepProps) => {
  const { name, from_cents: from, to_cents: to } = step
  const upper = Math.min(y(from), y(to))
  const tall = Math.max(1, Math.abs(y(from) - y(to)))
  const middle = left + slot / 2
  return (
    <>
      <rect className={kind} x={left + slot * 0.14} width={slot * 0.72} y={upper} height={tall} />
      <text className={styles.amount} x={middle} y={upper - 7} textAnchor="middle">
        {formatPrice(to - from, currency)}
      </text>
      <text className={styles.step} x={middle} y={height - 9} textAnchor="middle">
        {name}
      </text>
    </>
  )
}

/** Bars of what was lost are hatched, so that they also differ without their color. */
const MinusPattern = () => (
  <defs>
    <pattern id="minus" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className={styles.hatch} x1="0" x2="0" y1="0" y2="6" />
    </pattern>
  </defs>
)

/** The movements of recurring revenue as steps; the table beside it has the same numbers. */
export const Waterfall = ({ steps, currency }: WaterfallProps) => {
  const { low, high } = axisOf(levelsOf(steps))
  const y = (cents: number) => top + ((high - Math.max(low, cents)) / (high - low)) * (height - top - bottom)
  const slot = width / Math.max(1, steps.length)
  const kindOf = ({ from_cents: from, to_cents: to }: StepProps['step'], at: number) => {
    if (at === 0 || at === steps.length - 1) return styles.level
    return to >= from ? styles.plus : styles.minus
  }
  return (
    <figure className={styles.waterfall}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={styles.region} aria-label="Recurring revenue as steps" tabIndex={0}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label="Recurring revenue from opening to closing, as steps. The table below has the same numbers."
        >
          <MinusPattern />
          {steps.map((step, at) => (
            <g key={step.name}>
              <Step
                step={step}
                kind={kindOf(step, at)}
                left={slot * at}
                slot={slot}
                y={y}
                currency={currency}
              />
            </g>
          ))}
          <line className={styles.axis} x1="0" x2={width} y1={height - bottom} y2={height - bottom} />
        </svg>
      </section>
      <figcaption>The axis begins at {formatPrice(low, currency)}.</figcaption>
    </figure>
  )
}
