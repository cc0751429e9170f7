import { OpenFeature } from '@openfeature/server-sdk'
import type { Client, Provider } from '@openfeature/server-sdk'
import type { AppDeps } from '#platform/app-deps.ts'
import { assignedVariant } from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import type { FlagsFile } from '../rules/flags-file.ts'
import { answerTtlSeconds, createFileProvider, createOfrepProvider } from './flag-providers.ts'
import type { OfrepSettings } from './flag-providers.ts'

/** The flags and the variants of each member, wherever they are decided. */
export interface FlagSource {
  /** The shop's flags with their default values, and its experiments. */
  readonly known: FlagsFile
  /** Every flag, as visitors' pages show it. */
  readonly flags: () => Promise<Readonly<Record<string, boolean>>>
  /** The variant of every experiment for an account. */
  readonly variantsFor: (accountId: string) => Promise<Variants>
  /** Pages that were made under another edition are made again. */
  readonly edition: () => number
}

/** Asks an OpenFeature client for everything that the shop knows. */
const sourceFrom = (known: FlagsFile, client: Client, edition: () => number): FlagSource => ({
  known,
  flags: async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(known.flags).map(
          async ([name, fallback]) => [name, await client.getBooleanValue(name, fallback)] as const,
        ),
      ),
    ),
  variantsFor: async (targetingKey) =>
    Object.fromEntries(
      await Promise.all(
        known.experiments.map(async (experiment) => {
          const fallback = assignedVariant(experiment, targetingKey)
          const variant = await client.getStringValue(experiment.name, fallback, { targetingKey })
          const isKnown = experiment.variants.some(({ name }) => name === variant)
          return [experiment.name, isKnown ? variant : fallback] as const
        }),
      ),
    ),
  edition,
})

type FlagSourceDeps = Pick<AppDeps, 'outgoing' | 'clock' | 'log'>

let openedCount = 0

/**
 * The flags behind OpenFeature's provider interface: the shop's own file, or a service that speaks OFREP. Another
 * vendor's OpenFeature provider can replace `provider` here. Flags that are not in the file are ignored.
 */
export const openFlags = async (
  { outgoing, clock, log }: FlagSourceDeps,
  known: FlagsFile,
  ofrep: OfrepSettings | null,
): Promise<FlagSource> => {
  const provider: Provider = ofrep
    ? createOfrepProvider(outgoing, ofrep, (err) => log.warn({ err }, 'the flag service does not answer'))
    : createFileProvider(known)
  // One client for each shop of a process.
  openedCount += 1
  const domain = `shop ${openedCount}`
  await OpenFeature.setProviderAndWait(domain, provider)
  const edition = (): number =>
    ofrep ? Math.floor(clock.now().epochMilliseconds / (answerTtlSeconds * 1_000)) : 0
  return sourceFrom(known, OpenFeature.getClient(domain), edition)
}
