import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { guardrailsOf, resultsOf, splitOf, verdictOf } from '../rules/experiment-result.ts'
import type { VariantCount } from '../rules/experiment-result.ts'
import type { Experiment } from '../rules/flags-file.ts'
import { windowOf } from '../rules/metrics.ts'
import type { Metric } from '../rules/metrics.ts'
import { selectCounted, selectMet, selectMetByDay } from './result-store.ts'

export { countAccounts as accountsInUse } from './result-store.ts'

type ResultDeps = Pick<AppDeps, 'clock' | 'database' | 'replica'>
type Db = AppDeps['database']

const phaseOf = ({ name, phase }: Experiment) => ({ experiment: name, phase })

const samplesOf = async (
  db: Db,
  experiment: Experiment,
  metrics: readonly Metric[],
  now: Temporal.Instant,
): Promise<readonly VariantCount[]> => {
  const met = await selectMet(db, phaseOf(experiment))
  const counted = await Promise.all(
    metrics.map(async (metric) => {
      const wanted = { metric, windowDays: windowOf(metric, experiment), now, currency: defaultCurrency }
      return [metric, await selectCounted(db, phaseOf(experiment), wanted)] as const
    }),
  )
  return experiment.variants.map(({ name }) => ({
    variant: name,
    met: met.find(({ variant }) => variant === name)?.met ?? 0,
    samples: new Map(
      counted.flatMap(([metric, rows]) => {
        const row = rows.find(({ variant }) => variant === name)
        return row ? [[metric, row] as const] : []
      }),
    ),
  }))
}

/** How many people met an experiment in its latest phase. */
export const peopleMet = async ({ replica }: ResultDeps, experiment: Experiment): Promise<number> =>
  (await replica.read((db) => selectMet(db, phaseOf(experiment)))).reduce((sum, { met }) => sum + met, 0)

/** What the guardrails of an experiment say now. */
export const readGuardrails = async ({ clock, replica }: ResultDeps, experiment: Experiment) => {
  const metrics = experiment.guardrails.map(({ metric }) => metric)
  const counts = await replica.read((db) => samplesOf(db, experiment, metrics, clock.now()))
  return guardrailsOf(experiment, counts)
}

const daysShown = 30
const paceDays = 7

/** The day of the shop's calendar. */
const dayOf = (instant: Temporal.Instant): Temporal.PlainDate => dateIn(instant, brand.timeZone)

const paceOf = (
  byDay: Awaited<ReturnType<typeof selectMetByDay>>,
  began: Temporal.PlainDate,
  today: Temporal.PlainDate,
): number => {
  const days = Math.min(paceDays, Math.max(1, began.until(today).total('days')))
  const from = today.subtract({ days }).toString()
  return byDay.filter(({ day }) => day >= from).reduce((sum, { met }) => sum + met, 0) / days
}

/** Everything that is known of an experiment that was started. */
export const readResults = async ({ clock, replica }: ResultDeps, experiment: Experiment) => {
  const now = clock.now()
  const today = dayOf(now)
  const began = experiment.phaseAt === '' ? today : dayOf(Temporal.Instant.from(experiment.phaseAt))
  const metrics: readonly Metric[] = [experiment.metric, ...experiment.guardrails.map(({ metric }) => metric)]
  const limit = daysShown * experiment.variants.length
  const [counts, met, byDay] = await replica.read(async (db) => [
    await samplesOf(db, experiment, metrics, now),
    await selectMet(db, phaseOf(experiment)),
    await selectMetByDay(db, phaseOf(experiment), { timeZone: brand.timeZone, days: limit }),
  ])
  const perDay = paceOf(byDay, began, today)
  const sumOf = (name: 'mixed' | 'refused'): number => met.reduce((sum, one) => sum + one[name], 0)
  return {
    counts,
    byDay,
    perDay,
    mixed: sumOf('mixed'),
    refused: sumOf('refused'),
    split: splitOf(experiment, counts),
    results: resultsOf(experiment, counts, experiment.metric),
    guardrails: guardrailsOf(experiment, counts),
    verdict: verdictOf({ experiment, counts, perDay, began, today }),
  }
}

export type ExperimentResults = Awaited<ReturnType<typeof readResults>>
