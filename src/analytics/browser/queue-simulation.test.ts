import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertAsyncProperty } from '../../../test/support/property.ts'
import { browserOf } from '../../../test/support/queue-browser.ts'
import type { Mood } from '../../../test/support/queue-browser.ts'

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('record' as const), tab: fc.nat(1), times: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 0, max: 30_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'kill' as const), tab: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('online' as const), online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('interrupted' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mood' as const), mood: fc.constantFrom<Mood>('accepted', 'failed', 'answer-lost') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('capacity' as const), entries: fc.constantFrom(0, 3, 12, 10_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -200_000_000, max: 200_000_000 }) }) },
) // prettier-ignore

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const simulate = async (steps: readonly Step[]) => {
  const browser = browserOf()
  const { state, open, advance: pass, setCapacity } = browser
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
        for (const each of tabs) if (one.online) void each.check()
        break
      case 'interrupted':
        state.isDisconnected = true
        break
      case 'mood':
        state.mood = one.mood
        break
      case 'capacity':
        setCapacity(one.entries)
        break
      case 'clock':
        state.now += one.by
        break
      default:
        one satisfies never
    }
    await pass(0)
  }
  Object.assign(state, { online: true, isDisconnected: false, mood: 'accepted' })
  for (const tab of tabs) void tab.check()
  await pass(600_000)
  return { ...browser, recorded }
}

test('every message arrives once and in its tab’s order, or is counted as dropped', async () => {
  await assertAsyncProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { log, recorded, state } = await simulate(steps)
      const lost = recorded.filter((message) => !log.includes(message))
      expect(state.dropped).toBeGreaterThanOrEqual(lost.length)
      // The only false count is of messages that were only in a page's memory when it was killed.
      if (!steps.some((one) => one.do === 'capacity' || one.do === 'kill' || one.do === 'mood'))
        expect(state.dropped).toBe(lost.length)
      for (const tab of ['tab0', 'tab1']) {
        const own = log.filter((message) => message.startsWith(tab))
        expect(own).toEqual(own.toSorted())
      }
    }),
    { numRuns: 150 },
  )
})

test('without a full storage nothing is dropped, under any other fault', async () => {
  await assertAsyncProperty(
    fc.asyncProperty(
      fc.array(
        step.filter((one) => one.do !== 'capacity'),
        { maxLength: 25 },
      ),
      async (steps) => {
        const { log, recorded, state } = await simulate(steps)
        if (state.dropped === 0) expect(log.toSorted()).toEqual(recorded.toSorted())
        else expect(steps.some((one) => one.do === 'mood')).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
}, 20_000)
