import { brand } from '#shared/brand.ts'

/** The part of `localStorage` that is used; any of it may throw if the storage is full or blocked. */
export type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = `${brand.keys.analyticsPrefix}event.`

const storedKeys = (storage: EventStorage): string[] => {
  try {
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
      key.startsWith(prefix),
    )
  } catch {
    return []
  }
}

/** When a message was recorded, by its key: epoch milliseconds. */
export const recordedAt = (key: string): number => Number(key.slice(prefix.length).split('.', 1)[0])

const succeeds = (operation: () => void): boolean => {
  try {
    operation()
    return true
  } catch {
    return false
  }
}

export interface StoredEvents {
  /** Stores a message after all others; returns whether it will outlive the page. */
  readonly add: (text: string, now: number) => boolean
  /** All keys, the oldest first. */
  readonly keys: () => readonly string[]
  readonly read: (key: string) => string | null
  /** Whether the message is only in this page's memory. */
  readonly isInMemoryOnly: (key: string) => boolean
  readonly remove: (keys: readonly string[]) => void
}

/**
 * Messages that are not sent yet: each under a key of its own, so that tabs never overwrite one another. What the
 * storage does not accept stays in memory, as does everything after it, until there is room again: the order is kept.
 * `page` identifies this page among all others.
 */
export const createStoredEvents = (storage: EventStorage, page: string): StoredEvents => {
  const memory = new Map<string, string>()
  let last = 0
  let count = 0
  const keys = (): readonly string[] => [...storedKeys(storage), ...memory.keys()].sort()
  const nextKey = (now: number): string => {
    // Never before the stored ones, whatever the clock says.
    last = Math.max(now, last, ...storedKeys(storage).map(recordedAt))
    count += 1
    return `${prefix}${String(last).padStart(14, '0')}.${page}.${String(count).padStart(6, '0')}`
  }
  return {
    keys,
    add: (text, now) => {
      const key = nextKey(now)
      const isStored = memory.size === 0 && succeeds(() => storage.setItem(key, text))
      if (!isStored) memory.set(key, text)
      return isStored
    },
    read: (key) => {
      try {
        return memory.get(key) ?? storage.getItem(key)
      } catch {
        return null
      }
    },
    isInMemoryOnly: (key) => memory.has(key),
    remove: (removedKeys) => {
      for (const key of removedKeys) if (!memory.delete(key)) succeeds(() => storage.removeItem(key))
    },
  }
}
