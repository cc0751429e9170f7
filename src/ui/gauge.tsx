import { classNames } from './class-names.ts'
import styles from './gauge.module.css'
import text from './text.module.css'
import { useMessages } from './locale-context.ts'
import { uiMessages } from './messages/ui-messages.ts'

interface GaugeProps {
  /** Days left in the jar, 0 to 30. */
  readonly days: number
}

const marks = [30, 25, 20, 15, 10, 5, 0]
const ticks = Array.from({ length: 31 }, (_, day) => day)

/** The position of a day on the drawing: 30 at 6 %, 0 at 84.5 % of the height, as printed on the jar. */
const heightOf = (day: number): number => 6 + ((30 - day) / 30) * 78.5

/** At the right edge: a mark per day, a long one with a number every fifth day. */
const Scale = () => (
  <svg
    className={styles.scale}
    x="100%"
    y="0"
    width="100%"
    height="100%"
    overflow="visible"
    aria-hidden="true"
  >
    {ticks.map((day) => (
      <line
        key={day}
        x1={day % 5 === 0 ? -46 : -33}
        x2={-20}
        y1={`${heightOf(day)}%`}
        y2={`${heightOf(day)}%`}
      />
    ))}
    {marks.map((day) => (
      <text key={day} x={-54} y={`${heightOf(day)}%`} dominantBaseline="middle" textAnchor="end">
        {day}
      </text>
    ))}
  </svg>
)

/** The gauge of the jar, with its value as text. Drawn by attributes, because the pages allow no inline style. */
export const Gauge = ({ days }: GaugeProps) => {
  const t = useMessages(uiMessages)
  const shown = Math.min(30, Math.max(0, days))
  const level = heightOf(shown)
  const daysText = t('daysLeft', { days: shown })
  return (
    <div className={styles.gauge}>
      <svg className={styles.drawing} role="img" aria-label={t('daysLeftInJar', { days: daysText })}>
        <rect className={styles.fill} x="0" y={`${level}%`} width="100%" height={`${100 - level}%`} />
        <rect className={styles.foot} x="0" y="87%" width="100%" height="13%" />
        <Scale />
      </svg>
      {/* Where the level does not run through them. */}
      <div className={classNames(styles.text, shown > 18 && styles.inside)}>
        <p className={text.d2}>{daysText}</p>
        <p className={text.small}>{t('leftByEstimate')}</p>
      </div>
    </div>
  )
}
