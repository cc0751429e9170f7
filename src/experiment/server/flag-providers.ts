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
import { assignedVariant, isFlagOn, runningOf } from '../rules/assignment.ts'
import type { Variants } from '../rules/assignment.ts'
import { isInAudience } from '../rules/audience.ts'
import type { AudienceFacts, Device } from '../rules/audience.ts'
import type { Experiment, FlagSet } from '../rules/flags-file.ts'
import type { FlagReader } from './flag-versions.ts'

/** Who asks, as far as a flag may depend on it. */
export interface FlagContext extends AudienceFacts {
  /** The member; null for a visitor. */
  readonly accountId: string | null
  /** The id of the browser's consent; null where analytics are not allowed. */
  readonly visitorId: string | null
}

/** A visitor of whom nothing is known but where the page is seen: pages of visitors are the same for all of a country. */
export const anyVisitor = (country: string): FlagContext => ({
  accountId: null,
  visitorId: null,
  country,
  isSubscriber: false,
  device: null,
})

/** The flags and the variants of each person, wherever they are decided. */
export interface FlagSource {
  /** The shop's flags and experiments, with their versions. */
  readonly current: FlagReader['current']
  /** For changes, in their transaction. */
  readonly reader: FlagReader
  /** Whether another service decides, and the shop only where that does not answer. */
  readonly isDecidedElsewhere: boolean
  /** Every flag, as pages show it. */
  readonly flags: (who: FlagContext) => Promise<Readonly<Record<string, boolean>>>
  /** The variant of every running experiment whose people someone is part of. */
  readonly variantsFor: (who: FlagContext) => Promise<Variants>
  /** Pages that were made under another edition are made again. */
  readonly edition: () => number
}

/** The id by which a person is assigned; null where an experiment has none of them. */
const unitIn = ({ unit }: Pick<Experiment, 'unit'>, { accountId, visitorId }: FlagContext): string | null =>
  unit === 'member' ? accountId : visitorId

const targeting = (key: string | null): EvaluationContext => (key === null ? {} : { targetingKey: key })

/** Asks an OpenFeature client for everything that the shop knows. */
const sourceFrom = (
  reader: FlagReader,
  client: Client,
): Pick<FlagSource, 'flags' | 'variantsFor' | 'current' | 'reader'> => ({
  reader,
  current: reader.current,
  flags: async (who) => {
    const { flags } = await reader.current()
    const unit = who.accountId ?? who.visitorId
    return Object.fromEntries(
      await Promise.all(
        [...flags].map(async ([name, flag]) => {
          const fallback = isFlagOn(name, flag, unit, who)
          return [name, await client.getBooleanValue(name, fallback, contextOf(unit, who))] as const
        }),
      ),
    )
  },
  variantsFor: async (who) => {
    const { experiments } = await reader.current()
    const requested = runningOf(experiments).flatMap((experiment) => {
      const unit = unitIn(experiment, who)
      return unit !== null && isInAudience(experiment.audience, who) ? [{ experiment, unit }] : []
    })
    return Object.fromEntries(
      await Promise.all(
        requested.map(async ({ experiment, unit }) => {
          const fallback = assignedVariant(experiment, unit)
          const variant = await client.getStringValue(experiment.name, fallback, targeting(unit))
          const isKnown = experiment.variants.some(({ name }) => name === variant)
          return [experiment.name, isKnown ? variant : fallback] as const
        }),
      ),
    )
  },
})

/** Facts that a rule of the shop needs in addition to the unit; they never leave the shop. */
const contextOf = (
  unit: string | null,
  { country, isSubscriber, device }: FlagContext,
): EvaluationContext => ({
  ...targeting(unit),
  ...(country === null ? {} : { country }),
  ...(isSubscriber === null ? {} : { isSubscriber }),
  ...(device === null ? {} : { device }),
})

type FlagSourceDeps = Pick<AppDeps, 'outgoing' | 'clock' | 'log'>

let openedCount = 0

/**
 * The flags behind OpenFeature's provider interface: the shop's own, or a service that speaks OFREP. Another vendor's OpenFeature
 * provider can replace `provider` here. Flags that the shop does not know are ignored.
 */
export const openFlags = async (
  { outgoing, clock, log }: FlagSourceDeps,
  reader: FlagReader,
  ofrep: OfrepSettings | null,
): Promise<FlagSource> => {
  const provider: Provider = ofrep
    ? createOfrepProvider(outgoing, ofrep, (err) => log.warn({ err }, 'the flag service does not answer'))
    : createShopProvider(reader.current, (flag) =>
        log.warn({ flag }, 'a flag that the shop does not know was asked for, and has its default'),
      )
  // One client for each shop of a process.
  openedCount += 1
  const domain = `shop ${openedCount}`
  await OpenFeature.setProviderAndWait(domain, provider)
  const edition = (): number =>
    ofrep ? Math.floor(clock.now().epochMilliseconds / (answerTtlSeconds * 1_000)) : 0
  const source = sourceFrom(reader, OpenFeature.getClient(domain))
  return { ...source, edition, isDecidedElsewhere: ofrep !== null }
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

const deviceIn = (value: unknown): Device | null => (value === 'phone' || value === 'desktop' ? value : null)

/** What an OpenFeature context says of someone. */
const factsIn = ({ country, isSubscriber, device }: EvaluationContext): AudienceFacts => ({
  country: typeof country === 'string' ? country : null,
  isSubscriber: typeof isSubscriber === 'boolean' ? isSubscriber : null,
  device: deviceIn(device),
})

/** The shop's own flags and variants, by the hash of the unit. `warnUnknown` is called once for each name that it does not know. */
export const createShopProvider = (
  current: () => Promise<FlagSet>,
  warnUnknown: (name: string) => void,
): Provider => {
  const warned = new Set<string>()
  return providerOf('the shop', async (key, context) => {
    const { targetingKey } = context
    const { flags, experiments } = await current()
    const flag = flags.get(key)
    if (flag) return isFlagOn(key, flag, targetingKey ?? null, factsIn(context))
    const experiment = experiments.find(({ name }) => name === key)
    if (experiment) return targetingKey === undefined ? undefined : assignedVariant(experiment, targetingKey)
    if (!warned.has(key) && warned.size < 1_000) {
      warned.add(key)
      warnUnknown(key)
    }
    return undefined
  })
}

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
