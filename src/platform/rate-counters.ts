import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addToCounters, dropCounter, dropEndedCounters, takeDelayedTry } from './rate-counter-store.ts'
import type { BackOff, Counted, Take } from './rate-counter-store.ts'
import type { AppDeps } from './app-deps.ts'

type CounterDeps = Pick<AppDeps, 'clock' | 'database' | 'secret'>

/** Something that is allowed so often in a period. */
export interface Allowance {
  /** What is counted: the name of the budget, its kind, and its key. */
  readonly parts: readonly string[]
  readonly max: number
  readonly seconds: number
  /** How many of the budget this time takes; the same for all allowances with the same parts. */
  readonly cost: number
  /** Whether a request above it is refused. Such a budget is not increased while it is used up. */
  readonly refuses: boolean
}

/** How much of a budget is used, and the end of its window. */
export interface Usage {
  readonly allowance: Allowance
  readonly used: number
  readonly endsAt: Temporal.Instant
}

/** A budget that is used up, and the end of its window. */
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

// Used-up budgets that this process remembers, so that a flood of refused requests needs no database query.
// Given as a size, because a number of entries would allocate its memory in advance.
const maxRemembered = 50_000

/**
 * Budgets of this size or more are written after every twentieth part (`LocalCounts`). Those against guesses are
 * smaller, and exact.
 */
const minMaxForBatching = 100

/**
 * Budgets that all processes of the shop share: counters in PostgreSQL (decision 055). A lost counter starts from zero.
 */
export interface RateCounters {
  /**
   * Takes from several budgets at once; returns those that are used up. A refused request is not counted again. `note` gets how much of
   * each is used: with several processes of a large budget within a twentieth of it.
   */
  readonly take: (
    allowances: readonly Allowance[],
    note?: (usages: readonly Usage[]) => void,
  ) => Promise<readonly UsedUp[]>
  /** Whether one more attempt may be made, for attempts with back-off. */
  readonly tryOnce: (parts: readonly string[], backOff: BackOff) => Promise<boolean>
  readonly forget: (parts: readonly string[]) => Promise<void>
}

interface Requested {
  readonly allowance: Allowance
  readonly key: string
}

/** A process writes what it counted whenever that is this part of the limit. */
const share = 1 / 20

/** A counter as one process knows it. */
interface Known {
  /** The value from the database, including what is being added. */
  used: number
  /** Counted since, and not written yet. */
  unwritten: number
  endsAt: Temporal.Instant
}

/** How often something is allowed in a window, and how much is taken this time. */
interface Size {
  readonly max: number
  readonly seconds: number
  readonly cost: number
}

/**
 * Counters that a process writes after every twentieth part instead of at every request. A single process never exceeds
 * the limit of a counter; each further process that shares it may add a twentieth part to that.
 */
export class LocalCounts {
  readonly #known = new LRUCache<string, Known>({ maxSize: maxRemembered, sizeCalculation: () => 1 })

  /**
   * Takes from a counter; returns what has to be added to the database before this request continues, 0 for nothing.
   */
  take(key: string, { max, seconds, cost }: Size, now: Temporal.Instant): number {
    const count = this.#at(key, now) ?? { used: 0, unwritten: 0, endsAt: now.add({ seconds }) }
    this.#known.set(key, count)
    count.unwritten += cost
    if (count.unwritten < max * share && count.used + count.unwritten <= max) return 0
    const due = count.unwritten
    count.used += due
    count.unwritten = 0
    return due
  }

  /** Updates a counter with its value in the database. */
  update(key: string, { used, endsAt }: Omit<Known, 'unwritten'>): void {
    const found = this.#known.get(key)
    // An answer of the same window that comes late says less than is known already.
    const known = found && Temporal.Instant.compare(found.endsAt, endsAt) === 0 ? found.used : 0
    this.#known.set(key, { used: Math.max(used, known), unwritten: found?.unwritten ?? 0, endsAt })
  }

  /** The used part of a counter, as far as this process knows, and the end of its window. */
  usage(key: string, now: Temporal.Instant): { readonly used: number; readonly endsAt: Temporal.Instant } {
    const { used, unwritten, endsAt } = this.#at(key, now) ?? { used: 0, unwritten: 0, endsAt: now }
    return { used: used + unwritten, endsAt }
  }

  #at(key: string, now: Temporal.Instant): Known | undefined {
    const found = this.#known.get(key)
    return found && Temporal.Instant.compare(now, found.endsAt) < 0 ? found : undefined
  }
}

/** Counts the requests, in at most one statement; returns each counter as it is afterwards. */
const createCounting = ({ clock, database }: CounterDeps) => {
  const local = new LocalCounts()
  const isLocal = ({ allowance }: Requested): boolean => allowance.max >= minMaxForBatching
  return async (requested: readonly Requested[]): Promise<ReadonlyMap<string, Omit<Counted, 'key'>>> => {
    const now = clock.now()
    const takes = new Map<string, Take>()
    for (const one of requested) {
      const { key, allowance } = one
      const cost = isLocal(one) ? local.take(key, allowance, now) : allowance.cost
      if (cost > 0) takes.set(key, { key, cost, endsAt: now.add({ seconds: allowance.seconds }) })
    }
    const counted = takes.size > 0 ? await addToCounters(database, [...takes.values()], now) : []
    const after = new Map(counted.map((one) => [one.key, one]))
    for (const { key } of requested.filter(isLocal)) {
      const written = after.get(key)
      if (written) local.update(key, written)
      after.set(key, { key, ...local.usage(key, now) })
    }
    return after
  }
}

const usedUpUsage = ({ allowance, endsAt }: UsedUp): Usage => ({ allowance, used: allowance.max, endsAt })

export const createRateCounters = (deps: CounterDeps): RateCounters => {
  const { clock, database, secret } = deps
  const refused = new LRUCache<string, Temporal.Instant>({
    maxSize: maxRemembered,
    sizeCalculation: () => 1,
  })
  const count = createCounting(deps)
  const refusedUntil = (key: string, now: Temporal.Instant): Temporal.Instant | null => {
    const until = refused.get(key)
    return until !== undefined && Temporal.Instant.compare(now, until) < 0 ? until : null
  }
  const take: RateCounters['take'] = async (allowances, note) => {
    const now = clock.now()
    const requested = allowances
      .filter(({ cost }) => cost > 0)
      .map((allowance) => ({ allowance, key: keyOf(secret, allowance.parts) }))
    const known = requested.flatMap(({ allowance, key }) => {
      const endsAt = allowance.refuses ? refusedUntil(key, now) : null
      return endsAt ? [{ allowance, endsAt, isNew: false }] : []
    })
    if (known.length > 0) note?.(known.map(usedUpUsage))
    if (known.length > 0 || requested.length === 0) return known
    const after = await count(requested)
    const usages = requested.map(({ allowance, key }) => {
      const { used = 0, endsAt = now } = after.get(key) ?? {}
      return { allowance, key, used, endsAt }
    })
    note?.(usages)
    return usages.flatMap(({ allowance, key, used, endsAt }) => {
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
export const forgetEndedCounters = ({ clock, database }: CounterDeps): Promise<number> =>
  dropEndedCounters(database, clock.now())
