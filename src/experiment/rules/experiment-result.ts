import { controlOf } from './assignment.ts'
import { differenceOf, errorRate, peopleNeeded, relativeDifferenceOf } from './confidence-sequence.ts'
import type { Interval, Sample } from './confidence-sequence.ts'
import type { Experiment } from './flags-file.ts'
import { isMoney, windowOf } from './metrics.ts'
import type { GuardrailMetric, Metric } from './metrics.ts'

/** What was counted of the people of one variant in the latest phase. */
export interface VariantCount {
  readonly variant: string
  /** Who met it, of whom those in the days of the metric are not counted yet. */
  readonly met: number
  readonly samples: ReadonlyMap<Metric, Sample>
}

/** One variant in one metric. */
export interface VariantResult {
  readonly variant: string
  readonly isControl: boolean
  readonly counted: number
  readonly total: number
  /** A share, or money in the smallest unit; null while nobody is counted. */
  readonly mean: number | null
  readonly difference: Interval | null
  readonly relative: Interval | null
}

const nobody: Sample = { count: 0, total: 0, squares: 0 }

const sampleIn = (counts: readonly VariantCount[], variant: string, metric: Metric): Sample =>
  counts.find((one) => one.variant === variant)?.samples.get(metric) ?? nobody

/** Each comparison has its part of the error, so that all of them together are wrong once in twenty. */
const alphaFor = ({ variants }: Pick<Experiment, 'variants'>, metrics: number): number =>
  errorRate / Math.max(1, (variants.length - 1) * metrics)

/** The variants of an experiment in one metric, the control first. */
export const resultsOf = (
  experiment: Experiment,
  counts: readonly VariantCount[],
  metric: Metric,
  metrics = 1,
): readonly VariantResult[] => {
  const control = controlOf(experiment)
  const base = sampleIn(counts, control, metric)
  const alpha = alphaFor(experiment, metrics)
  const results = experiment.variants.map(({ name }): VariantResult => {
    const treated = sampleIn(counts, name, metric)
    const compared = { control: base, treated, isShare: !isMoney(metric), alpha }
    const isControl = name === control
    return {
      variant: name,
      isControl,
      counted: treated.count,
      total: treated.total,
      mean: treated.count === 0 ? null : treated.total / treated.count,
      difference: isControl ? null : differenceOf(compared),
      relative: isControl ? null : relativeDifferenceOf(compared),
    }
  })
  return results.toSorted((a, b) => Number(b.isControl) - Number(a.isControl))
}

/** A guardrail: the result of each variant, and the variants that are certainly worse. */
export interface GuardrailResult {
  readonly metric: GuardrailMetric
  /** Points. */
  readonly limit: number
  readonly results: readonly VariantResult[]
  readonly broken: readonly string[]
}

export const guardrailsOf = (
  experiment: Experiment,
  counts: readonly VariantCount[],
): readonly GuardrailResult[] =>
  experiment.guardrails.map(({ metric, limit }) => {
    const results = resultsOf(experiment, counts, metric, experiment.guardrails.length)
    const broken = results.filter(({ difference }) => difference !== null && difference.low > limit / 100)
    return { metric, limit, results, broken: broken.map(({ variant }) => variant) }
  })

/** How often a variant was met, and what share it was to have. */
interface Counted {
  readonly count: number
  readonly weight: number
}

/** A split counts as wrong below it: 1 in 1,000 over all looks together. */
export const mismatchBelow = 0.001

const coefficients = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.000005395239384953,
]

/** The logarithm of the gamma function above 0, by Lanczos' series; right to about ten digits. */
const logGamma = (x: number): number => {
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  const series = coefficients.reduce((sum, part, at) => sum + part / (x + 1 + at), 1.000000000190015)
  return Math.log((2.5066282746310007 * series) / x) - shifted
}

/** How sure the planned split is expected, as a number of people. */
const priorPeople = 100

/**
 * A p-value that holds at every moment at once for the question whether people were split as planned: one over the Bayes factor of
 * a Dirichlet prior around the plan against the plan itself. Lindon and Malek, "Anytime-valid inference for multinomial count data",
 * NeurIPS 35 (2022).
 */
export const splitProbability = (counts: readonly Counted[]): number => {
  const totalWeight = counts.reduce((sum, { weight }) => sum + weight, 0)
  const people = counts.reduce((sum, { count }) => sum + count, 0)
  const planned = counts.filter(({ weight }) => weight > 0)
  // Someone met a variant that nobody was to get.
  if (counts.some(({ count, weight }) => weight === 0 && count > 0)) return 0
  const logFactor = planned.reduce(
    (sum, { count, weight }) => {
      const share = weight / totalWeight
      const prior = priorPeople * share
      return sum + logGamma(prior + count) - logGamma(prior) - count * Math.log(share)
    },
    logGamma(priorPeople) - logGamma(priorPeople + people),
  )
  return Math.min(1, Math.exp(-logFactor))
}

/** Whether people were split as planned. */
export const splitOf = ({ variants }: Pick<Experiment, 'variants'>, counts: readonly VariantCount[]) => {
  const probability = splitProbability(
    variants.map(({ name, weight }) => ({
      weight,
      count: counts.find(({ variant }) => variant === name)?.met ?? 0,
    })),
  )
  return { probability, isWrong: probability < mismatchBelow }
}

/** What can be said by now. */
export type Verdict =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'too-early'; readonly from: Temporal.PlainDate }
  | { readonly kind: 'different'; readonly best: string; readonly isBetter: boolean }
  | { readonly kind: 'same' }
  | { readonly kind: 'not-enough'; readonly more: number | null; readonly until: Temporal.PlainDate | null }

interface VerdictFacts {
  readonly experiment: Experiment
  readonly counts: readonly VariantCount[]
  /** People who met it first in a day, over the last week. */
  readonly perDay: number
  /** The day on which the latest phase began, and today. */
  readonly began: Temporal.PlainDate
  readonly today: Temporal.PlainDate
}

/** The effect in the unit of the values: a share, or money in the smallest unit. */
const effectOf = ({ effect }: Pick<Experiment, 'effect'>): number => effect / 100

const longestDays = 3_650

/** How many more people it takes to see the effect that matters, and until when. */
const stillNeeded = ({ experiment, counts, perDay, today }: VerdictFacts) => {
  const { metric } = experiment
  const control = sampleIn(counts, controlOf(experiment), metric)
  const met = counts.reduce((sum, one) => sum + one.met, 0)
  const effect = isMoney(metric) ? experiment.effect * 100 : effectOf(experiment)
  const others = experiment.variants.filter(({ name }) => name !== controlOf(experiment))
  const needs = others.map(({ name }) => {
    const treated = sampleIn(counts, name, metric)
    const compared = { control, treated, isShare: !isMoney(metric), alpha: alphaFor(experiment, 1) }
    const needed = peopleNeeded(compared, effect)
    const all = counts.reduce((sum, one) => sum + (one.samples.get(metric)?.count ?? 0), 0)
    return needed === null ? null : needed * (all / (control.count + treated.count))
  })
  if (needs.some((needed) => needed === null)) return { more: null, until: null }
  const more = Math.max(0, Math.ceil(Math.max(...needs.map((needed) => needed ?? 0)) - met))
  const days = perDay > 0 ? Math.ceil(more / perDay) + windowOf(metric, experiment) : null
  return { more, until: days === null || days > longestDays ? null : today.add({ days }) }
}

const isNarrow = (experiment: Experiment, { low, high }: Interval): boolean =>
  (high - low) / 2 <= (isMoney(experiment.metric) ? experiment.effect * 100 : effectOf(experiment))

/** What can be said by now of the metric that decides. */
export const verdictOf = (facts: VerdictFacts): Verdict => {
  const { experiment, counts, began, today } = facts
  if (counts.every(({ met }) => met === 0)) return { kind: 'nobody' }
  const results = resultsOf(experiment, counts, experiment.metric)
  const from = began.add({ days: windowOf(experiment.metric, experiment) })
  if (results.every(({ counted }) => counted === 0) && Temporal.PlainDate.compare(today, from) <= 0)
    return { kind: 'too-early', from }
  const others = results.flatMap(({ variant, difference }) => (difference ? [{ variant, difference }] : []))
  const [best] = others.toSorted((a, b) => b.difference.estimate - a.difference.estimate)
  const sure = others.filter(({ difference: { low, high } }) => low > 0 || high < 0)
  if (best && best.difference.low > 0) return { kind: 'different', best: best.variant, isBetter: true }
  if (best && sure.length === results.length - 1)
    return { kind: 'different', best: best.variant, isBetter: false }
  const isDone =
    others.length === results.length - 1 && others.every(({ difference }) => isNarrow(experiment, difference))
  return isDone ? { kind: 'same' } : { kind: 'not-enough', ...stillNeeded(facts) }
}
