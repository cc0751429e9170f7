import { expect, test } from 'vitest'
import { afterAction, draftOf, withPlan } from './experiment-change.ts'
import type { ExperimentAction } from './experiment-change.ts'
import { everyone } from './audience.ts'
import type { Experiment } from './flags-file.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')
const later = now.add({ hours: 24 })

const draft = draftOf('offer', {
  title: 'Does an offer help?',
  hypothesis: 'Three of 100 more stay.',
  unit: 'member',
  variants: [
    { name: 'none', weight: 1 },
    { name: 'offer', weight: 1 },
  ],
  control: '',
  audience: everyone,
  metric: 'stayed',
  windowDays: 30,
  effect: 3,
  guardrails: [],
  endsOn: '',
})

const after = (experiment: Experiment, action: ExperimentAction, at = now): Experiment => {
  const change = afterAction(experiment, action, at)
  if (change.kind === 'refused') throw new Error(change.message)
  return change.experiment
}

const running = after(draft, { kind: 'start' })
const stop = { kind: 'stop', by: 'person', reason: 'Enough.' } as const

test('an experiment starts, gets a new split as a new phase, is stopped, shipped and archived', () => {
  expect(running).toMatchObject({ state: 'running', startedAt: now.toString(), phase: 1 })
  const split = after(running, { kind: 'phase', weights: new Map([['offer', 3]]) }, later)
  expect(split).toMatchObject({ phase: 2, phaseAt: later.toString(), startedAt: now.toString() })
  expect(split.variants.map(({ weight }) => weight)).toEqual([1, 3])
  const stopped = after(split, stop, later)
  expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'Enough.', endedAt: later.toString() })
  const shipped = after(stopped, { kind: 'ship', variant: 'offer' }, later.add({ hours: 1 }))
  expect(shipped).toMatchObject({ state: 'shipped', winner: 'offer', endedAt: later.toString() })
  expect(after(shipped, { kind: 'archive' }).state).toBe('archived')
})

test.each([
  ['a draft without a name', { ...draft, title: '' }, { kind: 'start' }, 'name for people'],
  ['a draft without an expectation', { ...draft, hypothesis: '' }, { kind: 'start' }, 'what you expect'],
  ['what was started', running, { kind: 'start' }, 'started before'],
  ['a draft', draft, stop, 'does not run'],
  ['a draft', draft, { kind: 'phase', weights: new Map() }, 'Only a running'],
  ['the same split', running, { kind: 'phase', weights: new Map([['offer', 1]]) }, 'split that it has'],
  [
    'a split for nobody',
    running,
    {
      kind: 'phase',
      weights: new Map([
        ['offer', 0],
        ['none', 0],
      ]),
    },
    'to anybody',
  ],
  ['a draft', draft, { kind: 'ship', variant: 'offer' }, 'Only an experiment'],
  ['another variant', running, { kind: 'ship', variant: 'gift' }, 'no such variant'],
  ['what runs', running, { kind: 'archive' }, 'Stop it first'],
] as const)('%s is refused', (_what, experiment, action, message) => {
  const change = afterAction(experiment, action, now)
  expect(change).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) })
})

test('the plan of a draft can change, and that of a started experiment cannot', () => {
  const plan = { ...draft, title: 'Another question' }
  expect(withPlan(draft, plan)).toMatchObject({ kind: 'changed' })
  expect(withPlan(running, plan)).toMatchObject({ kind: 'refused' })
})
