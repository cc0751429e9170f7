import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { firstPlaces, takeUpPlaces } from '#location/rules/published-places.ts'
import { pageFacts } from '#shared/page-facts.ts'
import { createPageVersion } from './page-version.ts'

const morning = Temporal.Instant.from('2026-11-30T09:00:00Z')

/** A shop whose facts change at once. */
const opened = () => {
  const facts: Record<string, number> = {}
  const shop = { now: morning, content: '1-0', flags: 0, facts }
  const version = createPageVersion({
    deps: {
      clock: { now: () => shop.now },
      state: {
        version: (name) => shop.facts[name] ?? 0,
        refresh: () => Promise.resolve(),
        onChange: () => undefined,
        processNumber: () => null,
        duringDueRun: (run) => run(),
        stop: () => Promise.resolve(),
      },
    },
    content: { edition: () => shop.content },
    flags: { edition: () => shop.flags },
  })
  return { shop, version }
}

afterEach(() => takeUpPlaces({ number: 0, places: firstPlaces, taxes: null, earlier: [] }))

test.each(pageFacts)('a change of %s is another version at once, in the same turn', (fact) => {
  const { shop, version } = opened()
  const before = version()
  expect(version()).toBe(before)
  shop.facts[fact] = 1
  expect(version()).not.toBe(before)
  shop.facts[fact] = 0
  expect(version()).toBe(before)
})

test('so is one of the places, of the content and of the flags', () => {
  const { shop, version } = opened()
  const versions = [version()]
  takeUpPlaces({ number: 7, places: firstPlaces, taxes: null, earlier: [] })
  versions.push(version())
  shop.content = '2-0'
  versions.push(version())
  shop.flags = 1
  versions.push(version())
  expect(new Set(versions).size).toBe(4)
})

test('days of arrival make another version once one of them has changed', async () => {
  const { shop, version } = opened()
  const before = version()
  shop.now = morning.add({ hours: 48 })
  await nextTurn()
  expect(version()).not.toBe(before)
})
