import { planFaults } from './flags-file.ts'
import type { Experiment, ExperimentPlan } from './flags-file.ts'

/** What a person, or a guardrail, does with an experiment. */
export type ExperimentAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'stop'; readonly by: 'person' | 'guardrail'; readonly reason: string }
  /** A changed split. */
  | { readonly kind: 'phase'; readonly weights: ReadonlyMap<string, number> }
  | { readonly kind: 'ship'; readonly variant: string }
  | { readonly kind: 'archive' }

export type ExperimentChange =
  | { readonly kind: 'changed'; readonly experiment: Experiment }
  | { readonly kind: 'refused'; readonly message: string }

const refused = (message: string): ExperimentChange => ({ kind: 'refused', message })
const changed = (experiment: Experiment): ExperimentChange => ({ kind: 'changed', experiment })

const start = (experiment: Experiment, now: string): ExperimentChange => {
  if (experiment.state !== 'draft') return refused('It was started before.')
  if (experiment.title === '') return refused('Give it a name for people first.')
  if (experiment.hypothesis === '') return refused('Write first what you expect, and what you do then.')
  const [fault] = planFaults(experiment)
  if (fault) return refused(fault[1])
  return changed({ ...experiment, state: 'running', startedAt: now, phaseAt: now })
}

const beginPhase = (
  experiment: Experiment,
  weights: ReadonlyMap<string, number>,
  now: string,
): ExperimentChange => {
  if (experiment.state !== 'running') return refused('Only a running experiment has a split to change.')
  const variants = experiment.variants.map(({ name, weight }) => ({
    name,
    weight: weights.get(name) ?? weight,
  }))
  const isSame = variants.every(({ weight }, at) => weight === experiment.variants[at]?.weight)
  if (isSame) return refused('This is the split that it has.')
  const [fault] = planFaults({ ...experiment, variants })
  if (fault) return refused(fault[1])
  return changed({ ...experiment, variants, phase: experiment.phase + 1, phaseAt: now })
}

const ship = (experiment: Experiment, variant: string, now: string): ExperimentChange => {
  if (experiment.state !== 'running' && experiment.state !== 'stopped')
    return refused('Only an experiment that runs or was stopped can be shipped.')
  if (experiment.variants.every(({ name }) => name !== variant)) return refused('There is no such variant.')
  const endedAt = experiment.state === 'running' ? now : experiment.endedAt
  return changed({ ...experiment, state: 'shipped', winner: variant, endedAt })
}

/** What an action makes of an experiment, or why it cannot be done, as a sentence. */
export const afterAction = (
  experiment: Experiment,
  action: ExperimentAction,
  now: Temporal.Instant,
): ExperimentChange => {
  const at = now.toString()
  switch (action.kind) {
    case 'start':
      return start(experiment, at)
    case 'stop':
      return experiment.state === 'running'
        ? changed({
            ...experiment,
            state: 'stopped',
            endedAt: at,
            stoppedBy: action.by,
            stopReason: action.reason,
          })
        : refused('It does not run.')
    case 'phase':
      return beginPhase(experiment, action.weights, at)
    case 'ship':
      return ship(experiment, action.variant, at)
    case 'archive':
      return experiment.state === 'running' || experiment.state === 'archived'
        ? refused(experiment.state === 'running' ? 'Stop it first.' : 'It is archived.')
        : changed({ ...experiment, state: 'archived' })
    default:
      return action satisfies never
  }
}

/** A draft with another plan; what was started keeps the plan that was written before. */
export const withPlan = (experiment: Experiment, plan: ExperimentPlan): ExperimentChange =>
  experiment.state === 'draft'
    ? changed({ ...experiment, ...plan })
    : refused('Its plan was written before it started and cannot be changed. Copy it for another one.')

/** A new experiment that nobody has met yet. */
export const draftOf = (name: string, plan: ExperimentPlan): Experiment => ({
  ...plan,
  name,
  state: 'draft',
  winner: '',
  phase: 1,
  startedAt: '',
  phaseAt: '',
  endedAt: '',
  stoppedBy: '',
  stopReason: '',
})
