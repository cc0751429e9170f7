import { draftOf, withPlan } from '#experiment/rules/experiment-change.ts'
import type { ExperimentAction } from '#experiment/rules/experiment-change.ts'
import type { GuardrailResult, VariantResult } from '#experiment/rules/experiment-result.ts'
import { ExperimentDocument, planFaults } from '#experiment/rules/flags-file.ts'
import type { Experiment, ExperimentPlan } from '#experiment/rules/flags-file.ts'
import { isMoney, metricDefinition, metricLabel, windowOf } from '#experiment/rules/metrics.ts'
import { verdictText } from '#experiment/rules/verdict-text.ts'
import { accountsInUse, peopleMet, readResults } from '#experiment/server/experiment-results.ts'
import type { ExperimentResults } from '#experiment/server/experiment-results.ts'
import { changeOf, publishChange, versionOf } from '#experiment/server/flag-versions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../experiment-endpoints.ts'
import type { DeskExperimentResults, DeskPlan } from '../experiment-endpoints.ts'
import { experimentChangeText } from '../rules/experiment-words.ts'
import { acted, experimentIn } from './flag-approval.ts'
import type { FlagServices } from './flag-approval.ts'
import { askForRollout, requireReach, wireHistory } from './flag-handlers.ts'

type Handlers = HandlersFor<typeof endpoints>

const orNull = (text: string): string | null => (text === '' ? null : text)

const wirePlan = (plan: ExperimentPlan): DeskPlan => ({
  title: plan.title,
  hypothesis: plan.hypothesis,
  unit: plan.unit,
  variants: plan.variants.map((one) => ({ ...one })),
  control: plan.control,
  audience: { ...plan.audience, countries: [...plan.audience.countries] },
  metric: plan.metric,
  window_days: plan.windowDays,
  effect: plan.effect,
  guardrails: plan.guardrails.map((one) => ({ ...one })),
  ends_on: plan.endsOn,
})

const planOf = ({ window_days: windowDays, ends_on: endsOn, ...plan }: DeskPlan): ExperimentPlan => ({
  ...plan,
  windowDays,
  endsOn,
})

const placeOf: Readonly<Record<Experiment['state'], number>> = {
  running: 0,
  draft: 1,
  stopped: 2,
  shipped: 3,
  archived: 4,
}

const createListHandlers = ({
  deps,
  flags,
}: FlagServices): Pick<Handlers, 'listDeskExperiments' | 'viewRolloutReach'> => ({
  listDeskExperiments: async () => {
    const { experiments } = await flags.current()
    const rows = experiments.map(async (one) => ({
      name: one.name,
      title: one.title === '' ? one.name : one.title,
      state: one.state,
      unit: one.unit,
      metric: one.metric,
      variants: one.variants.map((variant) => ({ ...variant })),
      winner: one.winner,
      started_at: orNull(one.startedAt),
      ended_at: orNull(one.endedAt),
      is_stopped_by_guardrail: one.state === 'stopped' && one.stoppedBy === 'guardrail',
      met: one.state === 'running' ? await peopleMet(deps, one) : null,
    }))
    const listed = await Promise.all(rows)
    return { experiments: listed.toSorted((a, b) => placeOf[a.state] - placeOf[b.state]) }
  },
  viewRolloutReach: async () => ({ accounts: await accountsInUse(deps.database) }),
})

const wireResult = (one: VariantResult) => ({
  variant: one.variant,
  is_control: one.isControl,
  counted: one.counted,
  total: one.total,
  mean: one.mean,
  difference: one.difference && { ...one.difference },
  relative: one.relative && { ...one.relative },
})

const wireGuardrail = (experiment: Experiment, { metric, limit, results, broken }: GuardrailResult) => ({
  metric,
  label: metricLabel(metric),
  definition: metricDefinition(metric, windowOf(metric, experiment)),
  limit,
  variants: results.map(wireResult),
  broken: [...broken],
})

const wireResults = (experiment: Experiment, found: ExperimentResults): DeskExperimentResults => {
  const { metric } = experiment
  const text = verdictText(experiment, found.verdict, found.results, defaultCurrency)
  const metOf = (name: string): number => found.counts.find(({ variant }) => variant === name)?.met ?? 0
  return {
    verdict: { kind: found.verdict.kind, ...text },
    metric: {
      name: metric,
      label: metricLabel(metric),
      definition: metricDefinition(metric, windowOf(metric, experiment)),
    },
    is_money: isMoney(metric),
    variants: found.results.map(wireResult),
    met: experiment.variants.map(({ name, weight }) => ({ variant: name, met: metOf(name), weight })),
    split: { probability: found.split.probability, is_wrong: found.split.isWrong },
    mixed: found.mixed,
    refused: found.refused,
    guardrails: found.guardrails.map((one) => wireGuardrail(experiment, one)),
    by_day: found.byDay.map((one) => ({ ...one })),
  }
}

const changeText = (document: unknown, before: unknown): string => {
  const [now, then] = [ExperimentDocument.safeParse(document), ExperimentDocument.safeParse(before)]
  return now.success ? experimentChangeText(now.data, then.success ? then.data : null) : 'cannot be read'
}

const createView =
  ({ deps, flags }: FlagServices): Handlers['viewDeskExperiment'] =>
  async (_context, { name }) => {
    const current = await flags.reader.read(deps.database)
    const experiment = experimentIn(current, name)
    const [results, history] = await Promise.all([
      experiment.state === 'draft' ? null : readResults(deps, experiment),
      wireHistory(deps, 'experiment', name, changeText),
    ])
    return {
      name,
      version: versionOf(current, 'experiment', name),
      state: experiment.state,
      plan: wirePlan(experiment),
      winner: experiment.winner,
      phase: experiment.phase,
      started_at: orNull(experiment.startedAt),
      phase_at: orNull(experiment.phaseAt),
      ended_at: orNull(experiment.endedAt),
      stopped_by: experiment.stoppedBy,
      stop_reason: experiment.stopReason,
      is_decided_elsewhere: flags.isDecidedElsewhere,
      results: results && wireResults(experiment, results),
      history,
    }
  }

const fieldsOf = (faults: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...faults].map(([field, message]) => [`plan.${field}`, message]))

/** What the log keeps of a plan: everything that was written before the start. */
const auditedPlan = (plan: DeskPlan) =>
  Object.fromEntries(
    Object.entries(plan).map(([field, value]) => [
      field,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )

const save = async (
  { deps, flags }: FlagServices,
  context: RequestContext,
  { name, base, plan: sent }: PayloadOf<typeof endpoints.saveDeskExperiment>,
) => {
  const actor = staffOf(context)
  const plan = planOf(sent)
  const faults = planFaults(plan)
  if (faults.size > 0) throw new ShopError('VALIDATION_ERROR', { fields: fieldsOf(faults) })
  if (base === 0 && (await flags.reader.read(deps.database)).experiments.some((one) => one.name === name))
    throw new ShopError('VALIDATION_ERROR', { fields: { name: 'There is an experiment of this name.' } })
  return inTransaction(deps, async (tx) => {
    const publication = { kind: 'desk', staffId: actor.staffId } as const
    let before: Experiment | undefined
    const wanted = { kind: 'experiment', name, base } as const
    const version = await publishChange(tx, flags.reader, publication, wanted, (current) => {
      before = current.experiments.find((one) => one.name === name)
      if (before === undefined) return changeOf(draftOf(name, plan))
      const change = withPlan(before, plan)
      if (change.kind === 'refused') throw new ShopError('ACTION_NOT_ALLOWED', { detail: change.message })
      return changeOf(change.experiment)
    })
    const action = base === 0 ? 'experiment.created' : 'experiment.planned'
    const done = {
      action,
      subject: `experiment:${name}`,
      before: before === undefined ? null : auditedPlan(wirePlan(before)),
      after: auditedPlan(sent),
    }
    recordAction(tx, { actor, requestId: context.requestId }, done)
    return { version }
  })
}

type ActionPayload = PayloadOf<typeof endpoints.moveDeskExperiment>

const actionOf = ({ action, reason, weights }: ActionPayload): ExperimentAction => {
  switch (action) {
    case 'stop':
      if (reason.length < 3)
        throw new ShopError('VALIDATION_ERROR', { fields: { reason: 'Please give a reason.' } })
      return { kind: 'stop', by: 'person', reason }
    case 'phase':
      return { kind: 'phase', weights: new Map(weights.map(({ variant, weight }) => [variant, weight])) }
    case 'start':
    case 'archive':
      return { kind: action }
    default:
      return action satisfies never
  }
}

const actionNames = {
  start: 'experiment.started',
  stop: 'experiment.stopped',
  phase: 'experiment.split',
  archive: 'experiment.archived',
} as const

/** What the log records about the state of an experiment. */
export const auditedState = ({ state, phase, variants, winner }: Experiment) => ({
  state,
  phase,
  split: variants.map(({ name, weight }) => `${name} ${weight}`).join(', '),
  winner,
})

const doAction = async (tx: Tx, { flags }: FlagServices, context: RequestContext, payload: ActionPayload) => {
  const actor = staffOf(context)
  const { name, base, action, reason } = payload
  const wanted = actionOf(payload)
  let before: Experiment | undefined
  let after: Experiment | undefined
  const publication = { kind: 'desk', staffId: actor.staffId } as const
  const target = { kind: 'experiment', name, base } as const
  const version = await publishChange(tx, flags.reader, publication, target, (current) => {
    before = experimentIn(current, name)
    after = acted(before, wanted, tx.now)
    return changeOf(after)
  })
  const states = {
    before: before === undefined ? null : auditedState(before),
    after: after === undefined ? null : auditedState(after),
  }
  const done = { action: actionNames[action], subject: `experiment:${name}`, ...states, reason }
  recordAction(tx, { actor, requestId: context.requestId }, done)
  return { version }
}

/** Experiments at the desk: lists, plans, results, and what is done with them. */
export const createDeskExperimentHandlers = (services: FlagServices): Handlers => ({
  ...createListHandlers(services),
  viewDeskExperiment: createView(services),
  saveDeskExperiment: (context, payload) => save(services, context, payload),
  moveDeskExperiment: (context, payload) =>
    inTransaction(services.deps, (tx) => doAction(tx, services, context, payload)),
  requestExperimentShip: async (context, { name, variant, ...requested }) => {
    const { deps, flags } = services
    const current = await flags.reader.read(deps.database)
    acted(experimentIn(current, name), { kind: 'ship', variant }, deps.clock.now())
    if (versionOf(current, 'experiment', name) !== requested.base)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'Someone changed it meanwhile. Nothing was asked for; what you entered is kept.',
      })
    await requireReach(deps, requested)
    const { base, accounts } = requested
    return askForRollout(services, context, { kind: 'experiment', name, base, variant, accounts }, requested)
  },
})
