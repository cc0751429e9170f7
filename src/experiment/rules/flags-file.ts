import { z } from 'zod'
import { everyone, isEveryone } from './audience.ts'
import { guardrailMetrics, primaryMetrics } from './metrics.ts'

const FlagName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'a flag is named in a-z, 0-9 and hyphens')
const ExperimentName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'an experiment is named in a-z, 0-9 and underscores')

/** Only what the shop knows of every request: a schema that has no other attribute keeps the others out. */
const AudienceChoice = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'a country is two capital letters'))
    .max(250)
    .readonly()
    .default([]),
  subscribers: z.enum(['all', 'only', 'none']).default('all'),
  devices: z.enum(['all', 'phone', 'desktop']).default('all'),
})

/** A flag as a file or a version says it. */
export const FlagDocument = z.strictObject({
  description: z.string().max(300).default(''),
  /** Of the people whom it is for; 0 is off. */
  percent: z.int().min(0).max(100),
  audience: AudienceChoice.default(everyone),
})

export type FlagDocument = z.output<typeof FlagDocument>

const Variant = z.strictObject({ name: ExperimentName, weight: z.int().min(0).max(1000) })

/** What is written before an experiment starts. */
const plan = {
  title: z.string().max(120).default(''),
  hypothesis: z.string().max(600).default(''),
  /** Members by their account, or every visitor who allows analytics. */
  unit: z.enum(['member', 'visitor']).default('member'),
  /** Each gets its weight's share of the people. */
  variants: z.array(Variant).min(2).max(6),
  /** What the others are compared with, and what everyone gets once it is stopped; empty for the first variant. */
  control: z.string().max(60).default(''),
  audience: AudienceChoice.default(everyone),
  metric: z.enum(primaryMetrics).default('orders'),
  windowDays: z.int().min(1).max(60).default(7),
  /** The smallest difference that matters: in points of a share, or in the default currency. */
  effect: z.number().positive().max(1000).default(3),
  guardrails: z
    .array(
      z.strictObject({
        metric: z.enum(guardrailMetrics),
        /** Points by which a variant may be worse. */
        limit: z.number().min(0).max(100).default(0),
      }),
    )
    .max(guardrailMetrics.length)
    .default([]),
  /** The last planned day; empty for none. */
  endsOn: z.union([z.literal(''), z.iso.date()]).default(''),
}

export type ExperimentPlan = z.output<z.ZodObject<typeof plan>>

export const experimentStates = ['draft', 'running', 'stopped', 'shipped', 'archived'] as const

export type ExperimentState = (typeof experimentStates)[number]

/** Why a plan cannot be, by its fields. */
export const planFaults = ({
  variants,
  control,
  guardrails,
}: Pick<ExperimentPlan, 'variants' | 'control' | 'guardrails'>): ReadonlyMap<string, string> => {
  const names = variants.map(({ name }) => name)
  const faults = new Map<string, string>()
  if (variants.every(({ weight }) => weight === 0)) faults.set('variants', 'No variant is given to anybody.')
  if (new Set(names).size < names.length) faults.set('variants', 'Two variants have one name.')
  if (control !== '' && !names.includes(control)) faults.set('control', 'There is no such variant.')
  if (new Set(guardrails.map(({ metric }) => metric)).size < guardrails.length)
    faults.set('guardrails', 'A guardrail is named twice.')
  return faults
}

const Instant = z.union([z.literal(''), z.iso.datetime({ offset: true })]).default('')

/** An experiment as a version says it. */
export const ExperimentDocument = z.strictObject({
  ...plan,
  state: z.enum(experimentStates),
  /** The variant that everyone gets; empty unless it is shipped. */
  winner: z.string().max(60).default(''),
  /** Counts from 1; a changed split begins the next one, and numbers are those of the latest. */
  phase: z.int().min(1).default(1),
  startedAt: Instant,
  phaseAt: Instant,
  endedAt: Instant,
  stoppedBy: z.enum(['', 'person', 'guardrail']).default(''),
  stopReason: z.string().max(300).default(''),
})

export type ExperimentDocument = z.output<typeof ExperimentDocument>

/** An experiment with its name. */
export type Experiment = ExperimentDocument & { readonly name: string }

const FileExperiment = z.strictObject({
  name: ExperimentName,
  ...plan,
  state: z.enum(experimentStates).default('running'),
  winner: z.string().max(60).default(''),
})

const FileFlag = z.union([z.boolean(), FlagDocument])

/** `content/flags.json`: the flags (spec §9), and the experiments. */
export const FlagsFile = z
  .strictObject({ flags: z.record(FlagName, FileFlag), experiments: z.array(FileExperiment) })
  .superRefine(({ experiments }, check) => {
    for (const [at, experiment] of experiments.entries()) {
      const names = experiment.variants.map(({ name }) => name)
      const isShipped = experiment.state === 'shipped'
      const faults = [
        ...planFaults(experiment),
        ...(isShipped && !names.includes(experiment.winner)
          ? [['winner', 'A shipped experiment names the variant that everyone gets.'] as const]
          : []),
      ]
      for (const [field, message] of faults)
        check.addIssue({
          code: 'custom',
          message: `${experiment.name}: ${message}`,
          path: ['experiments', at, field],
        })
    }
  })

export type FlagsFile = z.output<typeof FlagsFile>

/** The same before its defaults, as people write it. */
export type WrittenFlags = z.input<typeof FlagsFile>

/** The flags and experiments of one moment. */
export interface FlagSet {
  readonly flags: ReadonlyMap<string, FlagDocument>
  readonly experiments: readonly Experiment[]
}

export const flagOf = (written: FlagsFile['flags'][string]): FlagDocument =>
  typeof written === 'boolean' ? { description: '', percent: written ? 100 : 0, audience: everyone } : written

/** An experiment of a file; one that runs has run since `now`. */
export const experimentOf = (
  written: FlagsFile['experiments'][number],
  now: Temporal.Instant,
): Experiment => {
  const at = written.state === 'draft' ? '' : now.toString()
  const hasEnded = written.state !== 'draft' && written.state !== 'running'
  return {
    ...written,
    phase: 1,
    startedAt: at,
    phaseAt: at,
    endedAt: hasEnded ? at : '',
    stoppedBy: written.state === 'stopped' ? 'person' : '',
    stopReason: '',
  }
}

/** What a file says, as the shop reads it. */
export const flagSetOf = ({ flags, experiments }: FlagsFile, now: Temporal.Instant): FlagSet => ({
  flags: new Map(Object.entries(flags).map(([name, written]) => [name, flagOf(written)])),
  experiments: experiments.map((written) => experimentOf(written, now)),
})

const isPlain = ({ description, percent, audience }: FlagDocument): boolean =>
  description === '' && (percent === 0 || percent === 100) && isEveryone(audience)

const planOf = (one: ExperimentPlan): ExperimentPlan => ({
  title: one.title,
  hypothesis: one.hypothesis,
  unit: one.unit,
  variants: one.variants,
  control: one.control,
  audience: one.audience,
  metric: one.metric,
  windowDays: one.windowDays,
  effect: one.effect,
  guardrails: one.guardrails,
  endsOn: one.endsOn,
})

/** The file that says what the shop does now; archived experiments are not in it. */
export const fileOf = ({ flags, experiments }: FlagSet): FlagsFile => ({
  flags: Object.fromEntries(
    [...flags].map(([name, flag]) => [name, isPlain(flag) ? flag.percent === 100 : flag]),
  ),
  experiments: experiments
    .filter(({ state }) => state !== 'archived')
    .map((one) => ({ name: one.name, ...planOf(one), state: one.state, winner: one.winner })),
})
