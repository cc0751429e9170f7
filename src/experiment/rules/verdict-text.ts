import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { controlOf } from './assignment.ts'
import type { Interval } from './confidence-sequence.ts'
import type { VariantResult, Verdict } from './experiment-result.ts'
import type { Experiment } from './flags-file.ts'
import { daysText, isMoney, windowOf } from './metrics.ts'

const signed = (value: number, text: string): string => (value < 0 ? `−${text}` : `+${text}`)

const points = (share: number): string => (Math.abs(share) * 100).toFixed(1)

/** A difference with its sign: `+2.9` points, or `−$0.40`. */
export const differenceText = (value: number, money: Currency | null): string =>
  signed(value, money === null ? points(value) : formatPrice(Math.abs(Math.round(value)), money))

const sizeText = (value: number, money: Currency | null): string =>
  money === null ? `${points(value)} points` : formatPrice(Math.abs(Math.round(value)), money)

const boundText = (value: number, money: Currency | null): string =>
  `${sizeText(value, money)} ${value < 0 ? 'worse' : 'better'}`

/** `from 3.3 points worse to 9.1 points better`. */
const rangeText = ({ low, high }: Interval, money: Currency | null): string =>
  `from ${boundText(low, money)} to ${boundText(high, money)}`

const always = 'Looking now spoils nothing: these intervals hold at any moment.'

const people = (count: number): string => `${count.toLocaleString('en-US')} more people`

const needText = ({ more, until }: Extract<Verdict, { kind: 'not-enough' }>, effect: string): string => {
  if (more === null) return `It is not known yet how many people it takes to see ${effect}.`
  if (more === 0) return `Those who met it are enough to see ${effect} once their days are over.`
  const pace =
    until === null
      ? 'at today’s traffic that takes years, or nobody meets it'
      : `at today’s traffic until ${longDate(until.toString())}`
  return `To see ${effect} it takes about ${people(more)}, ${pace}.`
}

interface Said {
  readonly head: string
  readonly text: string
}

const ofBest = (results: readonly VariantResult[], best: string, money: Currency | null): string => {
  const found = results.find(({ variant }) => variant === best)?.difference
  return found ? `The difference is anything ${rangeText(found, money)}. ` : ''
}

const ofFirst = (results: readonly VariantResult[], money: Currency | null): string => {
  const found = results.find(({ difference }) => difference !== null)?.difference
  return found ? `The difference may be anything ${rangeText(found, money)}. ` : ''
}

/** What can be said of an experiment by now, in sentences. */
export const verdictText = (
  experiment: Experiment,
  verdict: Verdict,
  results: readonly VariantResult[],
  currency: Currency,
): Said => {
  const money = isMoney(experiment.metric) ? currency : null
  const control = controlOf(experiment)
  const effect =
    money === null ? `${experiment.effect} points` : formatPrice(experiment.effect * 100, currency)
  switch (verdict.kind) {
    case 'nobody':
      return { head: 'Nobody has met it yet.', text: 'Numbers follow when someone has.' }
    case 'too-early':
      return {
        head: `Too early, from ${longDate(verdict.from.toString())} on.`,
        text: `People are counted ${daysText(windowOf(experiment.metric, experiment))} after they first met it.`,
      }
    case 'different':
      return {
        head: verdict.isBetter
          ? `“${verdict.best}” is better than “${control}”.`
          : `Every other variant is worse than “${control}”.`,
        text: `${ofBest(results, verdict.best, money)}${always}`,
      }
    case 'same':
      return {
        head: `No difference of ${effect}.`,
        text: `Whatever difference there is, it is smaller than the one that matters. ${always}`,
      }
    case 'not-enough':
      return {
        head: 'Not enough data yet.',
        text: `${ofFirst(results, money)}${needText(verdict, effect)} ${always}`,
      }
    default:
      return verdict satisfies never
  }
}
