import { z } from 'zod'

const Flag = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'a flag is named in a-z, 0-9 and hyphens')
const Name = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'an experiment is named in a-z, 0-9 and underscores')

const Experiment = z.strictObject({
  name: Name,
  /** Each gets its weight's share of the members. */
  variants: z.array(z.strictObject({ name: Name, weight: z.int().min(0) })).min(2),
})

export type Experiment = z.output<typeof Experiment>

/** `content/flags.json`: the flags (spec §9), and the experiments. */
export const FlagsFile = z
  .strictObject({ flags: z.record(Flag, z.boolean()), experiments: z.array(Experiment) })
  .superRefine(({ experiments }, check) => {
    for (const [at, { name, variants }] of experiments.entries()) {
      const fault = (message: string): void =>
        check.addIssue({ code: 'custom', message, path: ['experiments', at, 'variants'] })
      if (variants.every(({ weight }) => weight === 0)) fault(`${name} gives no variant to anybody`)
      if (new Set(variants.map((variant) => variant.name)).size < variants.length)
        fault(`${name} has two variants of one name`)
    }
  })

export type FlagsFile = z.output<typeof FlagsFile>
