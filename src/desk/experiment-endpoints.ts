import { z } from 'zod'
import { experimentStates } from '#experiment/rules/flags-file.ts'
import { guardrailMetrics, primaryMetrics } from '#experiment/rules/metrics.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Name = z
  .string()
  .trim()
  .regex(
    /^(?!new$)[a-z][a-z0-9_]{0,59}$/,
    'Please enter small letters, digits and underscores, with a letter first.',
  )

const count = z.number().int()

const Countries = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'Please enter codes of two letters, such as US.'))
  .max(250)

/** Whom something is for. */
export const DeskAudience = z.object({
  countries: Countries,
  subscribers: z.enum(['all', 'only', 'none']),
  devices: z.enum(['all', 'phone', 'desktop']),
})

export type DeskAudience = z.output<typeof DeskAudience>

const Weight = z.coerce
  .number('Please enter a whole number.')
  .int('Please enter a whole number.')
  .min(0, 'Please enter 0 or more.')
  .max(1000, 'Please enter at most 1000.')

const VariantName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'Please enter small letters, digits and underscores.')

const Variant = z.object({ name: VariantName, weight: Weight })

/** What is written before the start. */
const Plan = z.object({
  title: oneLine().max(120, 'Please write a shorter name.'),
  hypothesis: z.string().trim().max(600, 'Please write less.'),
  unit: z.enum(['member', 'visitor']),
  variants: z.array(Variant).min(2, 'Please name at least two variants.').max(6),
  /** The variant that others are compared with; empty for the first one. */
  control: z.string().max(60),
  audience: DeskAudience,
  metric: z.enum(primaryMetrics),
  window_days: z.coerce
    .number('Please enter a whole number of days.')
    .int('Please enter a whole number of days.')
    .min(1, 'Please enter at least 1 day.')
    .max(60, 'Please enter at most 60 days.'),
  /** The smallest difference that matters: points of a share, or an amount in the default currency. */
  effect: z.coerce
    .number('Please enter a number.')
    .positive('Please enter more than 0.')
    .max(1000, 'Please enter less.'),
  guardrails: z.array(
    z.object({
      metric: z.enum(guardrailMetrics),
      /** Points by which a variant may be worse. */
      limit: z.coerce.number('Please enter a number.').min(0, 'Please enter 0 or more.').max(100),
    }),
  ),
  ends_on: z.union([z.literal(''), z.iso.date('Please enter a date such as 2031-03-01.')]),
})

export type DeskPlan = z.output<typeof Plan>

const Row = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(experimentStates),
  unit: z.enum(['member', 'visitor']),
  metric: z.enum(primaryMetrics),
  variants: z.array(z.object({ name: z.string(), weight: count })),
  winner: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Whether a guardrail ended it. */
  is_stopped_by_guardrail: z.boolean(),
  /** People who met it in the latest phase; null for one that does not run. */
  met: count.nullable(),
})

export type DeskExperimentRow = z.output<typeof Row>

/** Every experiment: those that run first, then drafts, then those that are over. */
export const listDeskExperiments = defineEndpoint({
  ...reads,
  name: 'listDeskExperiments',
  method: 'GET',
  path: '/api/desk/experiments/',
  permission: 'experiments:read',
  payload: z.object({}),
  reply: z.object({ experiments: z.array(Row) }),
  errors: readErrors,
})

const Interval = z.object({ estimate: z.number(), low: z.number(), high: z.number() }).nullable()

const VariantResult = z.object({
  variant: z.string(),
  is_control: z.boolean(),
  /** People whose days are over, and the sum of what they did: people, or money in cents. */
  counted: count,
  total: z.number(),
  /** A share from 0 to 1, or cents. */
  mean: z.number().nullable(),
  /** Against the control, in the same unit. */
  difference: Interval,
  /** Against the control, as a part of its mean. */
  relative: Interval,
})

export type DeskVariantResult = z.output<typeof VariantResult>

const Results = z.object({
  /** What can be said by now, in sentences; the first one alone is the verdict. */
  verdict: z.object({
    kind: z.enum(['nobody', 'too-early', 'different', 'same', 'not-enough']),
    head: z.string(),
    text: z.string(),
  }),
  metric: z.object({ name: z.enum(primaryMetrics), label: z.string(), definition: z.string() }),
  is_money: z.boolean(),
  variants: z.array(VariantResult),
  met: z.array(z.object({ variant: z.string(), met: count, weight: count })),
  split: z.object({ probability: z.number(), is_wrong: z.boolean() }),
  /** Left out: who met several variants, and who refused analytics. */
  mixed: count,
  refused: count,
  guardrails: z.array(
    z.object({
      metric: z.enum(guardrailMetrics),
      label: z.string(),
      definition: z.string(),
      limit: z.number(),
      variants: z.array(VariantResult),
      broken: z.array(z.string()),
    }),
  ),
  /** People who met a variant first, by the days of the shop's calendar, the latest first. */
  by_day: z.array(z.object({ day: z.string(), variant: z.string(), met: count })),
})

export type DeskExperimentResults = z.output<typeof Results>

const View = z.object({
  name: z.string(),
  /** Sent back with a change: it is refused when another version is the latest. */
  version: count,
  state: z.enum(experimentStates),
  plan: Plan,
  winner: z.string(),
  phase: count,
  started_at: z.string().nullable(),
  phase_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  stopped_by: z.enum(['', 'person', 'guardrail']),
  stop_reason: z.string(),
  is_decided_elsewhere: z.boolean(),
  /** Null before the start. */
  results: Results.nullable(),
  history: z.array(z.object({ number: count, at: z.string(), by: z.string(), what: z.string() })),
})

export type DeskExperiment = z.output<typeof View>

/** One experiment: its plan, what came of it, and who did what with it. */
export const viewDeskExperiment = defineEndpoint({
  ...reads,
  name: 'viewDeskExperiment',
  method: 'GET',
  path: '/api/desk/experiments/{name}/',
  permission: 'experiments:read',
  payload: z.object({ name: Name }),
  reply: View,
  errors: readErrors,
})

const base = z.coerce.number().int().min(0).max(2_000_000_000)

/** Saves a draft, `base` 0 for a new one. ACTION_NOT_ALLOWED when it was started, or changed by someone else meanwhile. */
export const saveDeskExperiment = defineEndpoint({
  ...reads,
  name: 'saveDeskExperiment',
  method: 'POST',
  path: '/api/desk/experiments/{name}/plan/',
  permission: 'experiments:change',
  payload: z.object({ name: Name, base, plan: Plan }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/**
 * Starts, stops, archives an experiment, or changes its split. After a stop everyone gets what they had before; a changed split
 * moves nobody who has met a variant, and begins a new phase. ACTION_NOT_ALLOWED with a sentence when it cannot be, or was
 * changed meanwhile.
 */
export const moveDeskExperiment = defineEndpoint({
  ...reads,
  name: 'moveDeskExperiment',
  method: 'POST',
  path: '/api/desk/experiments/{name}/move/',
  permission: 'experiments:change',
  payload: z.object({
    name: Name,
    base,
    action: z.enum(['start', 'stop', 'phase', 'archive']),
    /** Of a stop. */
    reason: oneLine().max(200, 'Please give a shorter reason.').default(''),
    /** Of a changed split. */
    weights: z
      .array(z.object({ variant: z.string().max(60), weight: Weight }))
      .max(6)
      .default([]),
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** How many people something for everyone is about. */
export const viewRolloutReach = defineEndpoint({
  ...reads,
  name: 'viewRolloutReach',
  method: 'GET',
  path: '/api/desk/flags/reach/',
  permission: 'experiments:read',
  payload: z.object({}),
  reply: z.object({ accounts: count }),
  errors: readErrors,
})

/** What asking for something for everyone says. */
export const RolloutRequest = z.object({
  base,
  /** How many accounts the page said it is about, and the number as someone typed it. */
  accounts: z.coerce.number().int().min(0),
  typed: z.string().trim().max(20),
  reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
  /** Sent again with the same id it is the same request. */
  request_id: z.uuid(),
})

/** Asks a second person to give a variant to everyone. */
export const requestExperimentShip = defineEndpoint({
  ...reads,
  name: 'requestExperimentShip',
  method: 'POST',
  path: '/api/desk/experiments/{name}/ship/',
  permission: 'experiments:change',
  payload: RolloutRequest.extend({ name: Name, variant: z.string().max(60) }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
