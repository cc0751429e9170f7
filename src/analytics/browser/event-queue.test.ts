import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from '../rules/event-sending.ts'
import { createEventQueue } from './event-queue.ts'
import type { EventKeep } from './kept-events.ts'

/** A storage that may be full, and another party that fills it. */
const shelf = () => {
  const kept = new Map<string, string>()
  let room = Infinity
  const keep: EventKeep = {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (!kept.has(key) && kept.size >= room) throw new Error('QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key) => void kept.delete(key),
  }
  return { keep, kept, setRoom: (entries: number) => (room = entries) }
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

type Mood = 'taken' | 'refused' | 'failed' | 'answer-lost'

/** A browser with tabs, and the shop that it talks to. Time goes by only where the test says so. */
interface BrowserState {
  now: number
  online: boolean
  /** The network goes with the next request. */
  cut: boolean
  mood: Mood
  pages: number
  dropped: number
  requests: number
}

const browserOf = () => {
  const { keep, kept, setRoom } = shelf()
  const log: string[] = []
  const poison = new Set<string>()
  const state: BrowserState = {
    now: 1e12,
    online: true,
    cut: false,
    mood: 'taken',
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
    if (state.mood === 'taken' || state.mood === 'answer-lost') take(messages)
    return state.mood === 'answer-lost' ? 'failed' : state.mood
  }
  const open = () => {
    state.pages += 1
    const page = `page${state.pages}`
    let isOpen = true
    const queue = createEventQueue({
      keep,
      page,
      now: () => state.now,
      chance: () => 0.5,
      isOnline: () => state.online,
      pause: (milliseconds) =>
        new Promise((wake) => sleepers.push({ at: state.now + milliseconds, wake: () => isOpen && wake() })),
      send: async (messages) => {
        state.requests += 1
        if (state.cut) Object.assign(state, { cut: false, online: false })
        largest.push(messages.length)
        return answer(messages)
      },
      countDropped: (_why, count) => (state.dropped += count),
      count: () => undefined,
    })
    void queue.look()
    return { ...queue, page, close: () => (queue.leave(), (isOpen = false)), kill: () => (isOpen = false) }
  }
  const pass = async (milliseconds: number): Promise<void> => {
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
  return { state, kept, setRoom, log, poison, largest, open, pass }
}

test('a batch goes when it is full, or five seconds after its first message', async () => {
  const { open, pass, log, largest } = browserOf()
  const tab = open()
  for (let at = 0; at < 12; at += 1) tab.record(`m${at}`)
  await pass(0)
  expect(largest).toEqual([10])
  await pass(4_999)
  expect(log).toHaveLength(10)
  await pass(1)
  expect(largest).toEqual([10, 2])
  expect(log).toHaveLength(12)
})

test('a batch is tried ten times more, then counted as dropped; a refused message takes no others with it', async () => {
  const { open, pass, state, poison, log, kept } = browserOf()
  const tab = open()
  state.mood = 'failed'
  tab.record('lost')
  await pass(5_000 + 10 * 40_000)
  expect([state.requests, state.dropped]).toEqual([11, 1])
  state.mood = 'taken'
  poison.add('bad')
  for (const message of ['a', 'bad', 'b']) tab.record(message)
  await pass(20_000)
  expect([log, state.dropped, kept.size]).toEqual([['a', 'b'], 2, 0])
})

test('two tabs do not send at the same time, and a tab that died holds nobody up for long', async () => {
  const { open, pass, log, kept, state } = browserOf()
  const [one, other] = [open(), open()]
  kept.set('loam_analytics.turn', `dead ${state.now + 10_000}`)
  one.record('a')
  other.record('b')
  await pass(5_000)
  expect(log).toEqual([])
  await pass(7_000)
  expect(log).toEqual(['a', 'b'])
  expect(state.requests).toBe(1)
})

test('what a full storage does not take is sent from the page, and counted as dropped when the page dies first', async () => {
  const { open, pass, setRoom, state, log } = browserOf()
  setRoom(0)
  const tab = open()
  tab.record('a')
  expect(state.dropped).toBe(1)
  await pass(5_000)
  expect([log, state.dropped]).toEqual([['a'], 0])
  tab.record('b')
  tab.close()
  await pass(0)
  expect([log, state.dropped]).toEqual([['a', 'b'], 0])
  const next = open()
  state.online = false
  next.record('c')
  next.close()
  expect([log, state.dropped]).toEqual([['a', 'b'], 1])
})

test('what follows a message of a full storage does not overtake it, though another tab sends first', async () => {
  const { open, pass, setRoom, state, log } = browserOf()
  const [one, other] = [open(), open()]
  state.online = false
  setRoom(0)
  one.record('a1')
  setRoom(100)
  one.record('a2')
  other.record('b')
  state.online = true
  void other.look()
  await pass(6_000)
  void one.look()
  await pass(6_000)
  expect([log, state.dropped]).toEqual([['b', 'a1', 'a2'], 0])
})

test('messages that were not sent can be forgotten', async () => {
  const { open, pass, log, kept } = browserOf()
  const tab = open()
  tab.record('a')
  tab.forget()
  await pass(60_000)
  expect([log, kept.size]).toEqual([[], 0])
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('record' as const), tab: fc.nat(1), times: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 0, max: 30_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'kill' as const), tab: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('online' as const), online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mood' as const), mood: fc.constantFrom<Mood>('taken', 'failed', 'answer-lost') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('room' as const), entries: fc.constantFrom(0, 3, 12, 10_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -200_000_000, max: 200_000_000 }) }) },
) // prettier-ignore

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const live = async (steps: readonly Step[]) => {
  const browser = browserOf()
  const { state, open, pass, setRoom } = browser
  const tabs = [open(), open()]
  const recorded: string[] = []
  for (const one of steps) {
    const tab = 'tab' in one ? tabs[one.tab] : undefined
    switch (one.do) {
      case 'record':
        for (let at = 0; at < one.times; at += 1) {
          const message = `tab${one.tab} ${String(recorded.length).padStart(4, '0')}`
          recorded.push(message)
          tab?.record(message)
        }
        break
      case 'pass':
        await pass(one.milliseconds)
        break
      case 'reload':
        tab?.close()
        tabs[one.tab] = open()
        break
      case 'kill':
        tab?.kill()
        tabs[one.tab] = open()
        break
      case 'online':
        state.online = one.online
        for (const each of tabs) if (one.online) void each.look()
        break
      case 'cut':
        state.cut = true
        break
      case 'mood':
        state.mood = one.mood
        break
      case 'room':
        setRoom(one.entries)
        break
      case 'clock':
        state.now += one.by
        break
      default:
        one satisfies never
    }
    await pass(0)
  }
  Object.assign(state, { online: true, cut: false, mood: 'taken' })
  for (const tab of tabs) void tab.look()
  await pass(600_000)
  return { ...browser, recorded }
}

test('every message arrives once and in the order of its tab, or is counted as dropped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { log, recorded, state } = await live(steps)
      const lost = recorded.filter((message) => !log.includes(message))
      expect(state.dropped).toBeGreaterThanOrEqual(lost.length)
      // Counted without need is only what a page alone held when it was killed.
      if (!steps.some((one) => one.do === 'room' || one.do === 'kill' || one.do === 'mood'))
        expect(state.dropped).toBe(lost.length)
      for (const tab of ['tab0', 'tab1']) {
        const own = log.filter((message) => message.startsWith(tab))
        expect(own).toEqual(own.toSorted())
      }
    }),
    { numRuns: 150 },
  )
}, 20_000)

test('without a full storage nothing is dropped, whatever else happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        step.filter((one) => one.do !== 'room'),
        { maxLength: 25 },
      ),
      async (steps) => {
        const { log, recorded, state } = await live(steps)
        if (state.dropped === 0) expect(log.toSorted()).toEqual(recorded.toSorted())
        else expect(steps.some((one) => one.do === 'mood')).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
}, 20_000)
