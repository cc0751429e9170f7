import { guardrailMetrics, primaryMetrics } from '#experiment/rules/metrics.ts'
import type { DeskPlan } from '../experiment-endpoints.ts'
import { audienceIn, audienceTexts, textIn } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'

/** Rows for variants; those that stay empty are none. */
export const variantRows = [1, 2, 3, 4] as const

export const limitField = (metric: string): string => `limit_${metric}`

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
