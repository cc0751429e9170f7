import { LRUCache } from 'lru-cache'

// Counters that one process remembers. The cache gets it as a size: with a maximum of entries it would allocate the
// memory
// for all of them at once.
const maxRemembered = 50_000

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
