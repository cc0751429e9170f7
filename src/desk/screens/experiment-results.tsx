import { formatPrice } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { differenceText } from '#experiment/rules/verdict-text.ts'
import type { DeskExperimentResults, DeskVariantResult } from '../experiment-endpoints.ts'
import styles from './experiment.module.css'
import { Figures } from './parts/figures.tsx'
import { StateMark } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'

const countText = (value: number): string => value.toLocaleString('en-US')

const meanText = ({ mean }: DeskVariantResult, isMoney: boolean): string => {
  if (mean === null) return '—'
  return isMoney ? formatPrice(Math.round(mean), defaultCurrency) : `${(mean * 100).toFixed(1)} %`
}

const totalText = ({ total }: DeskVariantResult, isMoney: boolean): string =>
  isMoney ? formatPrice(Math.round(total), defaultCurrency) : countText(total)

const intervalText = ({ difference }: DeskVariantResult, isMoney: boolean): string => {
  if (difference === null) return 'too few people'
  const text = (value: number): string => differenceText(value, isMoney ? defaultCurrency : null)
  return `${text(difference.estimate)} (${text(difference.low)} to ${text(difference.high)})`
}

const percentText = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(1)} %`

const relativeText = ({ relative }: DeskVariantResult): string =>
  relative === null
    ? ''
    : `${percentText(relative.estimate)} (${percentText(relative.low)} to ${percentText(relative.high)})`

const chart = { width: 320, height: 26 }

/** The interval around no difference, in the middle; a limit is dashed. The numbers are beside it. */
const IntervalChart = ({
  difference,
  limit,
}: Pick<DeskVariantResult, 'difference'> & { readonly limit: number | null }) => {
  if (difference === null) return null
  const { low, high, estimate } = difference
  const widest = Math.max(Math.abs(low), Math.abs(high), limit ?? 0, 1e-9) * 1.1
  const x = (value: number): number => chart.width / 2 + (value / widest) * (chart.width / 2)
  const { height } = chart
  return (
    <svg
      className={styles.interval}
      viewBox={`0 0 ${chart.width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className={styles.axis} x1={x(0)} x2={x(0)} y1="0" y2={height} />
      <rect className={styles.range} x={x(low)} y="10" width={x(high) - x(low)} height="6" />
      <rect className={styles.estimate} x={x(estimate) - 1.5} y="5" width="3" height="16" />
      {limit === null ? null : (
        <line className={styles.limit} x1={x(limit)} x2={x(limit)} y1="2" y2={height - 2} />
      )}
    </svg>
  )
}

interface RowsProps {
  readonly label: string
  readonly variants: readonly DeskVariantResult[]
  readonly isMoney: boolean
  readonly limit: number | null
}

const VariantFigures = ({ label, variants, isMoney, limit }: RowsProps) => (
  <Figures
    label={label}
    region={`${label}: by variant`}
    className={styles.figures}
    columns={[
      'Variant',
      'Counted',
      isMoney ? 'Sum' : 'Did it',
      isMoney ? 'Each' : 'Share',
      'Chart',
      'Difference',
      'Relative',
    ]}
  >
    {variants.map((one) => (
      <tr key={one.variant}>
        <th scope="row">{one.variant}</th>
        <td>{countText(one.counted)}</td>
        <td>{totalText(one, isMoney)}</td>
        <td>{meanText(one, isMoney)}</td>
        <td className={styles.chart}>
          <IntervalChart difference={one.difference} limit={limit} />
        </td>
        <td>
          {one.is_control ? (
            <span className={styles.quiet}>compared with it</span>
          ) : (
            intervalText(one, isMoney)
          )}
        </td>
        <td>{relativeText(one)}</td>
      </tr>
    ))}
  </Figures>
)

/** The metric that decides, variant by variant. */
export const MainResults = ({ results }: { readonly results: DeskExperimentResults }) => (
  <Section title={`What decides: ${results.metric.label}`} aside={<a href="#definitions">Definition</a>}>
    <VariantFigures
      label={results.metric.label}
      variants={results.variants}
      isMoney={results.is_money}
      limit={null}
    />
  </Section>
)

/** What must not get worse, and what a guardrail says of it. */
export const Guardrails = ({ results }: { readonly results: DeskExperimentResults }) =>
  results.guardrails.length === 0 ? null : (
    <Section title="What must not get worse" aside="stops by itself when a variant is worse for sure">
      {results.guardrails.map((one) => (
        <div key={one.metric}>
          <p>
            <StateMark
              mark={
                one.broken.length > 0
                  ? { word: 'worse', level: 'full', tone: 'bad' }
                  : { word: 'not worse for sure', level: 'full', tone: 'ok' }
              }
            />{' '}
            <a href="#definitions">{one.label}</a>, limit +{one.limit} points
          </p>
          <VariantFigures label={one.label} variants={one.variants} isMoney={false} limit={one.limit / 100} />
        </div>
      ))}
    </Section>
  )

/** People who met each variant first, day by day. */
export const DayFigures = ({
  results,
  name,
}: {
  readonly results: DeskExperimentResults
  readonly name: string
}) => {
  const days = [...new Set(results.by_day.map(({ day }) => day))]
  const metOn = (day: string, variant: string): number =>
    results.by_day.find((one) => one.day === day && one.variant === variant)?.met ?? 0
  return days.length === 0 ? null : (
    <Section title="Who met it first, by day" aside={<a href={`/desk/experiments/${name}/days.csv`}>CSV</a>}>
      <Figures
        label="People by day and variant"
        region="People by day"
        className={styles.figures}
        columns={['Day', ...results.met.map(({ variant }) => variant)]}
      >
        {days.map((day) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {results.met.map(({ variant }) => (
              <td key={variant}>{countText(metOn(day, variant))}</td>
            ))}
          </tr>
        ))}
      </Figures>
    </Section>
  )
}

/** What every number of the page counts. */
export const Definitions = ({ results }: { readonly results: DeskExperimentResults }) => (
  <Section title="Definitions">
    <dl className={styles.definitions} id="definitions">
      <dt>Met it</dt>
      <dd>
        People who saw a variant, each counted once, in the latest phase. Left out: who met several variants (
        {countText(results.mixed)}), and who refused analytics ({countText(results.refused)}).
      </dd>
      <dt>{results.metric.label}</dt>
      <dd>{results.metric.definition}</dd>
      {results.guardrails.map(({ metric, label, definition }) => (
        <div key={metric}>
          <dt>{label}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
      <dt>Difference and Relative</dt>
      <dd>
        Against the variant that it is compared with, with an interval that holds at every moment at once:
        looking often and stopping early makes no error likelier than 5 percent. It needs 100 people of each
        variant.
      </dd>
    </dl>
  </Section>
)
