import type { ReactNode } from 'react'
import { guardrailMetrics, metricLabel, primaryMetrics } from '#experiment/rules/metrics.ts'
import type { DeskPlan } from '../experiment-endpoints.ts'
import { AudienceFields, errorAt, textIn, audienceIn, audienceTexts } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { CheckEntry, ChoiceEntry, Entry, Fields, Pair, TextEntry } from './parts/entry.tsx'
import styles from './experiment.module.css'

interface FieldsProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

const WordFields = ({ entered, errors }: FieldsProps) => (
  <>
    <Entry
      label="Question"
      name="title"
      maxLength={120}
      autoComplete="off"
      hint="What people read: Does an offer before leaving help?"
      defaultValue={textIn(entered, 'title')}
      error={errors.get('plan.title')}
    />
    <TextEntry
      label="What you expect, and what you do then"
      name="hypothesis"
      rows={4}
      maxLength={600}
      hint="Nobody can change it after the start."
      defaultValue={textIn(entered, 'hypothesis')}
      error={errors.get('plan.hypothesis')}
    />
  </>
)

/** Rows for variants; those that stay empty are none. */
const variantRows = [1, 2, 3, 4] as const

const limitField = (metric: string): string => `limit_${metric}`

/** What a new experiment begins with. */
export const newPlanTexts: EnteredTexts = new Map([
  ['variant_1', 'control'],
  ['weight_1', '50'],
  ['variant_2', 'treatment'],
  ['weight_2', '50'],
  ['unit', 'member'],
  ['metric', 'orders'],
  ['window_days', '7'],
  ['effect', '3'],
  ['checkout-errors', 'on'],
  [limitField('checkout-errors'), '0'],
])

/** The fields of a plan that is stored. */
export const planTexts = (plan: DeskPlan): EnteredTexts =>
  new Map([
    ['title', plan.title],
    ['hypothesis', plan.hypothesis],
    ['unit', plan.unit],
    ...plan.variants.flatMap(({ name, weight }, at): [string, string][] => [
      [`variant_${at + 1}`, name],
      [`weight_${at + 1}`, String(weight)],
    ]),
    ['control', plan.control],
    ...audienceTexts(plan.audience),
    ['metric', plan.metric],
    ['window_days', String(plan.window_days)],
    ['effect', String(plan.effect)],
    ...plan.guardrails.flatMap(({ metric, limit }): [string, string][] => [
      [metric, 'on'],
      [limitField(metric), String(limit)],
    ]),
    ['ends_on', plan.ends_on],
  ])

/** What is sent of the fields. */
export const sentPlan = (texts: EnteredTexts) => {
  const text = (name: string): string => textIn(texts, name)
  return {
    title: text('title'),
    hypothesis: text('hypothesis'),
    unit: text('unit') === 'visitor' ? ('visitor' as const) : ('member' as const),
    variants: variantRows.flatMap((row) => {
      const name = text(`variant_${row}`)
      return name === '' ? [] : [{ name, weight: text(`weight_${row}`) }]
    }),
    control: text('control'),
    audience: audienceIn(texts),
    metric: primaryMetrics.find((metric) => metric === text('metric')) ?? 'orders',
    window_days: text('window_days'),
    effect: text('effect'),
    guardrails: guardrailMetrics.flatMap((metric) =>
      texts.has(metric) ? [{ metric, limit: text(limitField(metric)) || '0' }] : [],
    ),
    ends_on: text('ends_on'),
  }
}

const VariantFields = ({ entered, errors }: FieldsProps) => (
  <fieldset className={styles.group}>
    <legend>Variants</legend>
    {variantRows.map((row, at) => (
      <Pair key={row}>
        <Entry
          label={`Variant ${row}`}
          name={`variant_${row}`}
          autoComplete="off"
          maxLength={60}
          defaultValue={textIn(entered, `variant_${row}`)}
          error={errors.get(`plan.variants.${at}.name`)}
        />
        <Entry
          label={`Share of variant ${row}`}
          name={`weight_${row}`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={textIn(entered, `weight_${row}`)}
          error={errors.get(`plan.variants.${at}.weight`)}
        />
      </Pair>
    ))}
    {errors.get('plan.variants') ? <p className={styles.error}>{errors.get('plan.variants')}</p> : null}
    <Entry
      label="Compared with"
      name="control"
      autoComplete="off"
      hint="The variant that changes nothing, which everyone has again once it is stopped. Empty: the first one."
      defaultValue={textIn(entered, 'control')}
      error={errors.get('plan.control')}
    />
  </fieldset>
)

const WhoFields = ({ entered, errors }: FieldsProps) => (
  <fieldset className={styles.group}>
    <legend>Who is part of it</legend>
    <ChoiceEntry
      label="Assigned by"
      name="unit"
      choices={[
        ['member', 'account: members, on every device'],
        ['visitor', 'browser: visitors who allow analytics'],
      ]}
      defaultValue={textIn(entered, 'unit')}
    />
    <AudienceFields entered={entered} errors={errors} path="plan.audience" />
  </fieldset>
)

const EndEntry = ({ entered, errors }: FieldsProps) => (
  <Entry
    label="Planned end"
    name="ends_on"
    type="date"
    hint="Empty: open. It ends nothing by itself."
    defaultValue={textIn(entered, 'ends_on')}
    error={errors.get('plan.ends_on')}
  />
)

const MetricFields = ({ entered, errors }: FieldsProps) => (
  <fieldset className={styles.group}>
    <legend>What decides</legend>
    <ChoiceEntry
      label="Decided by"
      name="metric"
      choices={primaryMetrics.map((metric) => [metric, metricLabel(metric)] as const)}
      defaultValue={textIn(entered, 'metric')}
    />
    <Pair>
      <Entry
        label="Smallest difference that matters"
        name="effect"
        inputMode="decimal"
        required
        autoComplete="off"
        hint="Points of a share, or dollars per person."
        defaultValue={textIn(entered, 'effect')}
        error={errors.get('plan.effect')}
      />
      <Entry
        label="Counted within, in days"
        name="window_days"
        inputMode="numeric"
        required
        autoComplete="off"
        hint="After someone first met it."
        defaultValue={textIn(entered, 'window_days')}
        error={errors.get('plan.window_days')}
      />
    </Pair>
    <EndEntry entered={entered} errors={errors} />
  </fieldset>
)

const GuardrailFields = ({ entered, errors }: FieldsProps) => (
  <fieldset className={styles.group}>
    <legend>What must not get worse</legend>
    <p className={styles.hint}>
      The shop stops the experiment by itself when a variant is worse by more than the limit for sure.
    </p>
    {guardrailMetrics.map((metric) => (
      <Pair key={metric}>
        <CheckEntry label={metricLabel(metric)} name={metric} defaultChecked={entered.has(metric)} />
        <Entry
          label={`Limit in points: ${metricLabel(metric)}`}
          name={limitField(metric)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={textIn(entered, limitField(metric)) || '0'}
        />
      </Pair>
    ))}
    {errorAt(errors, 'plan.guardrails') ? (
      <p className={styles.error}>{errorAt(errors, 'plan.guardrails')}</p>
    ) : null}
  </fieldset>
)

/** Everything that is written before an experiment starts, after its name. */
export const ExperimentFields = ({
  entered,
  errors,
  children,
  name,
}: FieldsProps & {
  /** The field of its name, of a new one. */
  readonly name?: ReactNode
  /** The form's button. */
  readonly children: ReactNode
}) => (
  <Fields>
    {name}
    <WordFields entered={entered} errors={errors} />
    <VariantFields entered={entered} errors={errors} />
    <WhoFields entered={entered} errors={errors} />
    <MetricFields entered={entered} errors={errors} />
    <GuardrailFields entered={entered} errors={errors} />
    {children}
  </Fields>
)
