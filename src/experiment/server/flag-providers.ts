import { OpenFeature, StandardResolutionReasons } from '@openfeature/server-sdk'
import type {
  Client,
  EvaluationContext,
  JsonValue,
  Provider,
  ResolutionDetails,
} from '@openfeature/server-sdk'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import { ownValue } from '#shared/own-value.ts'
import { assignedVariant } from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import type { FlagsFile } from '../rules/flags-file.ts'

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

/** The value that a source has for a flag; undefined where it knows none. */
type ValueOf = (key: string, context: EvaluationContext) => Promise<JsonValue | undefined>

/** An OpenFeature provider from one function; a value of another kind counts as none. */
const providerOf = (name: string, valueOf: ValueOf): Provider => {
  const resolve = async <T>(
    key: string,
    fallback: T,
    context: EvaluationContext,
    isValid: (value: unknown) => value is T,
  ): Promise<ResolutionDetails<T>> => {
    const value = await valueOf(key, context)
    return isValid(value)
      ? { value, reason: StandardResolutionReasons.TARGETING_MATCH }
      : { value: fallback, reason: StandardResolutionReasons.DEFAULT }
  }
  return {
    metadata: { name },
    runsOn: 'server',
    resolveBooleanEvaluation: (key, fallback, context) =>
      resolve(key, fallback, context, (value) => typeof value === 'boolean'),
    resolveStringEvaluation: (key, fallback, context) =>
      resolve(key, fallback, context, (value) => typeof value === 'string'),
    resolveNumberEvaluation: (key, fallback, context) =>
      resolve(key, fallback, context, (value) => typeof value === 'number'),
    // No flag of the shop holds an object.
    resolveObjectEvaluation: async (_key, fallback) => ({
      value: fallback,
      reason: StandardResolutionReasons.DEFAULT,
    }),
  }
}

/** The shop's own flags: those of `content/flags.json`, and variants by the hash of the member. */
export const createFileProvider = ({ flags, experiments }: FlagsFile): Provider =>
  providerOf('flags.json', async (key, { targetingKey }) => {
    const flag = ownValue(flags, key)
    if (flag !== undefined) return flag
    const experiment = experiments.find(({ name }) => name === key)
    return experiment && targetingKey !== undefined ? assignedVariant(experiment, targetingKey) : undefined
  })

const Evaluated = z.object({
  flags: z.array(z.object({ key: z.string(), value: z.json().optional(), errorCode: z.string().optional() })),
})

type Values = ReadonlyMap<string, JsonValue>

/** Seconds that answers are cached, and for which a service that did not answer is not asked. */
const answerTtlSeconds = 30
const failureTtlSeconds = 5

interface OfrepSettings {
  readonly url: string
  /** Sent as a bearer token; null for a service that needs none. */
  readonly token: string | null
}

/** All flags of a member, if the service answers within a second. */
const requestFlags = async (
  outgoing: Outgoing,
  { url, token }: OfrepSettings,
  targetingKey: string,
): Promise<Values> => {
  const { status, body } = await outgoing.request({
    method: 'POST',
    url: `${url}/ofrep/v1/evaluate/flags`,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ context: { targetingKey } }),
    timeoutMs: 1_000,
  })
  if (status !== 200) throw new Error(`the flag service answered ${status}`)
  const { flags } = Evaluated.parse(JSON.parse(body))
  return new Map(
    flags.flatMap(({ key, value, errorCode }) =>
      value === undefined || errorCode !== undefined ? [] : [[key, value] as const],
    ),
  )
}

/**
 * A flag service that speaks OpenFeature's remote evaluation protocol (OFREP): all flags of a member in one request,
 * cached for half a minute. If it does not answer, the shop's own values apply.
 */
export const createOfrepProvider = (
  outgoing: Outgoing,
  settings: OfrepSettings,
  warn: (thrown: unknown) => void,
): Provider => {
  const cache = new LRUCache<string, Promise<Values | null>>({ max: 5_000 })
  const valuesFor = (targetingKey: string): Promise<Values | null> => {
    const known = cache.get(targetingKey)
    if (known) return known
    const request = requestFlags(outgoing, settings, targetingKey).catch((thrown: unknown) => {
      warn(thrown)
      return null
    })
    cache.set(targetingKey, request, { ttl: answerTtlSeconds * 1_000 })
    void request.then((values) => {
      if (values === null) cache.set(targetingKey, request, { ttl: failureTtlSeconds * 1_000 })
    })
    return request
  }
  return providerOf('OFREP', async (key, { targetingKey }) =>
    (await valuesFor(targetingKey ?? 'visitor'))?.get(key),
  )
}
