import type { Answer } from '#analytics/rules/event-sending.ts'
import { createEventQueue } from '#analytics/browser/event-queue.ts'
import type { EventStorage } from '#analytics/browser/stored-events.ts'

/** A storage that may be full, and another party that fills it. */
const createStorage = () => {
  const stored = new Map<string, string>()
  let capacity = Infinity
  const store: EventStorage = {
    get length() {
      return stored.size
    },
    key: (at) => [...stored.keys()][at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => {
      if (!stored.has(key) && stored.size >= capacity) throw new Error('QuotaExceededError')
      stored.set(key, text)
    },
    removeItem: (key) => void stored.delete(key),
  }
  return { store, stored, setCapacity: (entries: number) => (capacity = entries) }
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export type Mood = 'accepted' | 'refused' | 'failed' | 'answer-lost'

/** A browser with tabs, and the shop that it talks to. Time passes only where the test says so. */
interface BrowserState {
  now: number
  online: boolean
  /** The network goes with the next request. */
  isDisconnected: boolean
  mood: Mood
  pages: number
  dropped: number
  requests: number
}

/** A browser whose storage, network and clock a test moves. */
export const browserOf = () => {
  const { store, stored, setCapacity } = createStorage()
  const log: string[] = []
  const poison = new Set<string>()
  const state: BrowserState = {
    now: 1e12,
    online: true,
    isDisconnected: false,
    mood: 'accepted',
    pages: 0,
    dropped: 0,
    requests: 0,
  }
  let sleepers: Sleeper[] = []
  const largest: number[] = []
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  const take = (messages: readonly string[]): void => {
    for (const message of messages) if (!log.includes(message)) log.push(message)
  }
  const answer = (messages: readonly string[]): Answer => {
    if (!state.online) return 'unreachable'
    if (messages.some((message) => poison.has(message))) return 'refused'
    if (state.mood === 'accepted' || state.mood === 'answer-lost') take(messages)
    return state.mood === 'answer-lost' ? 'failed' : state.mood
  }
  const open = () => {
    state.pages += 1
    const page = `page${state.pages}`
    let isOpen = true
    const queue = createEventQueue({
      storage: store,
      page,
      now: () => state.now,
      random: () => 0.5,
      isOnline: () => state.online,
      sleep: (milliseconds) =>
        new Promise((wake) => sleepers.push({ at: state.now + milliseconds, wake: () => isOpen && wake() })),
      send: async (messages) => {
        state.requests += 1
        if (state.isDisconnected) Object.assign(state, { isDisconnected: false, online: false })
        largest.push(messages.length)
        return answer(messages)
      },
      countDropped: (_why, count) => (state.dropped += count),
      count: () => undefined,
    })
    void queue.check()
    return { ...queue, page, close: () => (queue.leave(), (isOpen = false)), kill: () => (isOpen = false) }
  }
  const advance = async (milliseconds: number): Promise<void> => {
    const until = state.now + milliseconds
    for (;;) {
      await settled()
      const next = sleepers.toSorted((one, other) => one.at - other.at)[0]
      if (!next || next.at > until) break
      sleepers = sleepers.filter((one) => one !== next)
      state.now = Math.max(state.now, next.at)
      next.wake()
    }
    state.now = until
    await settled()
  }
  return { state, stored, setCapacity, log, poison, largest, open, advance }
}
