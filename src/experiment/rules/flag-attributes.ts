import type { Variants } from './assignment.ts'

/** The page element that holds flags and variants as attributes (spec §4). */
export const flagsElementId = 'flags'

/** On the element where developers may see and override flags; in a sandbox shop. */
export const developersAttribute = 'data-developers'

/** On the element: the experiments whose variants a member meets here. */
export const runningAttribute = 'data-running'

/** On the element: what a visitor's browser decides by itself, as JSON. */
export const openAttribute = 'data-open'

const flagPrefix = 'data-flag-'
const experimentPrefix = 'data-experiment-'

export const attributeOfFlag = (name: string): string => `${flagPrefix}${name}`

export const attributeOfExperiment = (name: string): string => `${experimentPrefix}${name}`

/** The flags in the attributes of the element. */
export interface PageFlags {
  readonly flags: Readonly<Record<string, boolean>>
  readonly experiments: Variants
}

const withPrefix = (attributes: Iterable<readonly [string, string]>, prefix: string) =>
  [...attributes].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  )

/** Reads flags and variants from attributes; a flag is on when it says `true`. */
export const flagsFrom = (attributes: readonly (readonly [string, string])[]): PageFlags => ({
  flags: Object.fromEntries(
    withPrefix(attributes, flagPrefix).map(([name, value]) => [name, value === 'true']),
  ),
  experiments: Object.fromEntries(withPrefix(attributes, experimentPrefix)),
})
