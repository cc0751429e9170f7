import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { LocalCounts } from './local-counts.ts'
import { addToCounters, dropCounter, dropEndedCounters, takeDelayedTry } from './rate-counter-store.ts'
import type { BackOff, Counted, Take } from './rate-counter-store.ts'
import type { World } from './world.ts'

type CounterWorld = Pick<World, 'clock' | 'database' | 'secret'>

/** Something that is allowed so often in a window of time. */
export interface Allowance {
  /** What is counted: the name of the budget, by what, and whose. */
  readonly parts: readonly string[]
  readonly max: number
  readonly seconds: number
  /** How many of the budget this time takes; the same for all allowances with the same parts. */
  readonly cost: number
  /** Whether a request above it is refused. Such a budget is not counted on while it is used up. */
  readonly refuses: boolean
}

/** A budget that is used up, and when its window ends. */
export interface UsedUp {
  readonly allowance: Allowance
  readonly endsAt: Temporal.Instant
  /** Whether this process sees it for the first time. */
  readonly isNew: boolean
}

/** The key of a counter: a keyed hash, so that the table names no address, e-mail or network. */
const keyOf = (secret: string, parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(`rate counter: ${JSON.stringify(parts)}`)
    .digest('base64url')
    .slice(0, 22)

// Used-up budgets that this process remembers, so that a flood of refused requests asks the database nothing.
// Given as a size, for a number of entries would take its room in memory before there is one.
const mostRemembered = 50_000

/**
 * Of a budget of this size or more a process writes down every twentieth part (`local-counts.ts`). Those that keep
 * guesses away are smaller, and exact.
 */
const writtenInPartsFrom = 100

/**
 * Budgets that all processes of the shop share: counters in PostgreSQL (decision 055). A lost counter starts from zero.
 */
export interface RateCounters {
  /** Takes from several budgets at once; answers those that are used up. What was refused is not counted again. */
  readonly take: (allowances: readonly Allowance[]) => Promise<readonly UsedUp[]>
  /** Whether one more try may be made, where tries slow each other down. */
  readonly tryOnce: (parts: readonly string[], backOff: BackOff) => Promise<boolean>
  readonly forget: (parts: readonly string[]) => Promise<void>
}

interface Asked {
  readonly allowance: Allowance
  readonly key: string
}

/** Counts what is asked for, in at most one statement; answers each counter as it is afterwards. */
const createCounting = ({ clock, database }: CounterWorld) => {
  const local = new LocalCounts()
  const isLocal = ({ allowance }: Asked): boolean => allowance.max >= writtenInPartsFrom
  return async (asked: readonly Asked[]): Promise<ReadonlyMap<string, Omit<Counted, 'key'>>> => {
    const now = clock.now()
    const takes = new Map<string, Take>()
    for (const one of asked) {
      const { key, allowance } = one
      const cost = isLocal(one) ? local.take(key, allowance, now) : allowance.cost
      if (cost > 0) takes.set(key, { key, cost, endsAt: now.add({ seconds: allowance.seconds }) })
    }
    const counted = takes.size > 0 ? await addToCounters(database, [...takes.values()], now) : []
    const after = new Map(counted.map((one) => [one.key, one]))
    for (const { key } of asked.filter(isLocal)) {
      const written = after.get(key)
      if (written) local.learn(key, written)
      after.set(key, { key, ...local.usage(key, now) })
    }
    return after
  }
}

export const createRateCounters = (world: CounterWorld): RateCounters => {
  const { clock, database, secret } = world
  const refused = new LRUCache<string, Temporal.Instant>({
    maxSize: mostRemembered,
    sizeCalculation: () => 1,
  })
  const count = createCounting(world)
  const refusedUntil = (key: string, now: Temporal.Instant): Temporal.Instant | null => {
    const until = refused.get(key)
    return until !== undefined && Temporal.Instant.compare(now, until) < 0 ? until : null
  }
  const take: RateCounters['take'] = async (allowances) => {
    const now = clock.now()
    const asked = allowances
      .filter(({ cost }) => cost > 0)
      .map((allowance) => ({ allowance, key: keyOf(secret, allowance.parts) }))
    const known = asked.flatMap(({ allowance, key }) => {
      const endsAt = allowance.refuses ? refusedUntil(key, now) : null
      return endsAt ? [{ allowance, endsAt, isNew: false }] : []
    })
    if (known.length > 0 || asked.length === 0) return known
    const after = await count(asked)
    return asked.flatMap(({ allowance, key }) => {
      const { used = 0, endsAt = now } = after.get(key) ?? {}
      if (used <= allowance.max) return []
      if (allowance.refuses) refused.set(key, endsAt)
      return [{ allowance, endsAt, isNew: true }]
    })
  }
  return {
    take,
    tryOnce: (parts, backOff) => takeDelayedTry(database, keyOf(secret, parts), clock.now(), backOff),
    forget: (parts) => dropCounter(database, keyOf(secret, parts)),
  }
}

/** Forgets counters whose window has ended. */
export const forgetEndedCounters = ({ clock, database }: CounterWorld): Promise<number> =>
  dropEndedCounters(database, clock.now())
