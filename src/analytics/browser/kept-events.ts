import { brand } from '#shared/brand.ts'

/** The part of `localStorage` that is used; any of it may throw where the browser keeps nothing more, or nothing at all. */
export type EventKeep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = `${brand.keys.analyticsPrefix}event.`

const stored = (keep: EventKeep): string[] => {
  try {
    return Array.from({ length: keep.length }, (_, at) => keep.key(at) ?? '').filter((key) =>
      key.startsWith(prefix),
    )
  } catch {
    return []
  }
}

/** When a message was recorded, by its key: epoch milliseconds. */
export const recordedAt = (key: string): number => Number(key.slice(prefix.length).split('.', 1)[0])

const attempt = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

export interface KeptEvents {
  /** Keeps a message behind all others; says whether it will outlive the page. */
  readonly add: (text: string, now: number) => boolean
  /** All keys, the oldest first. */
  readonly keys: () => readonly string[]
  readonly read: (key: string) => string | null
  /** Whether this page alone holds the message. */
  readonly isFleeting: (key: string) => boolean
  readonly remove: (keys: readonly string[]) => void
}

/**
 * Messages that are not sent yet: each under a key of its own, so that tabs never write over one another. What the
 * storage does not take stays in memory, as does what follows it, until there is room again: the order stays.
 * `page` names this page among all others.
 */
export const createKeptEvents = (keep: EventKeep, page: string): KeptEvents => {
  const memory = new Map<string, string>()
  let last = 0
  let count = 0
  const keys = (): readonly string[] => [...stored(keep), ...memory.keys()].sort()
  const nextKey = (now: number): string => {
    // Never before what is kept already, whatever became of the clock.
    last = Math.max(now, last, ...stored(keep).map(recordedAt))
    count += 1
    return `${prefix}${String(last).padStart(14, '0')}.${page}.${String(count).padStart(6, '0')}`
  }
  return {
    keys,
    add: (text, now) => {
      const key = nextKey(now)
      const isKept = memory.size === 0 && attempt(() => keep.setItem(key, text))
      if (!isKept) memory.set(key, text)
      return isKept
    },
    read: (key) => {
      try {
        return memory.get(key) ?? keep.getItem(key)
      } catch {
        return null
      }
    },
    isFleeting: (key) => memory.has(key),
    remove: (gone) => {
      for (const key of gone) if (!memory.delete(key)) attempt(() => keep.removeItem(key))
    },
  }
}
