import { experimentOf, fileOf, flagOf } from './flags-file.ts'
import type { Experiment, FlagDocument, FlagSet, FlagsFile } from './flags-file.ts'

/** What a file changes, and why it cannot. */
export interface FlagsImport {
  readonly flags: readonly (readonly [name: string, flag: FlagDocument])[]
  readonly experiments: readonly Experiment[]
  readonly refusals: readonly string[]
}

/** The same whatever the order in which the keys were written. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** What an import of a file changes; names that it does not have stay, and so does the plan of what was started. */
export const importedChanges = (current: FlagSet, file: FlagsFile, now: Temporal.Instant): FlagsImport => {
  const flags = Object.entries(file.flags)
    .map(([name, written]) => [name, flagOf(written)] as const)
    .filter(([name, flag]) => textOf(current.flags.get(name)) !== textOf(flag))
  const written = new Map(fileOf(current).experiments.map((one) => [one.name, one]))
  const different = file.experiments.filter((one) => textOf(written.get(one.name)) !== textOf(one))
  const isDraft = (name: string): boolean => {
    const found = current.experiments.find((one) => one.name === name)
    return found === undefined || found.state === 'draft'
  }
  return {
    flags,
    experiments: different.filter(({ name }) => isDraft(name)).map((one) => experimentOf(one, now)),
    refusals: different
      .filter(({ name }) => !isDraft(name))
      .map(({ name }) => `The experiment ${name} was started: its plan stays, and the desk ends it.`),
  }
}
