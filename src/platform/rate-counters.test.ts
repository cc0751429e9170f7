import { expect, test } from 'vitest'
import { LocalCounts } from './rate-counters.ts'

const start = Temporal.Instant.from('2031-03-01T10:00:00Z')
const size = { max: 120, seconds: 60, cost: 1 }
const key = 'k'

/** A counter in the database, to which processes add. */
const sharedCounter = () => {
  let used = 0
  return (cost: number) => ({ used: (used += cost), endsAt: start.add({ seconds: 60 }) })
}

/** One request; returns whether it is let through. */
const request = (counts: LocalCounts, add: ReturnType<typeof sharedCounter>, now = start): boolean => {
  const due = counts.take(key, size, now)
  if (due > 0) counts.update(key, add(due))
  return counts.usage(key, now).used <= size.max
}

test('one process admits exactly the limit, and writes a twentieth at a time', () => {
  const counts = new LocalCounts()
  let writes = 0
  const add = sharedCounter()
  const counted = (cost: number) => {
    writes += 1
    return add(cost)
  }
  const allowed = Array.from({ length: 130 }, () => request(counts, counted)).filter(Boolean)
  expect([allowed.length, writes]).toEqual([120, 30])
})

test('four processes sharing a counter admit at most the limit and a twentieth for each other process', () => {
  const add = sharedCounter()
  const processes = Array.from({ length: 4 }, () => new LocalCounts())
  let allowed = 0
  for (let n = 0; n < 120; n += 1) for (const one of processes) if (request(one, add)) allowed += 1
  expect(allowed).toBeGreaterThanOrEqual(120)
  expect(allowed).toBeLessThanOrEqual(120 + 3 * 6)
})

test('requests written at the same moment are each counted once', () => {
  const counts = new LocalCounts()
  const add = sharedCounter()
  const dues = Array.from({ length: 18 }, () => counts.take(key, size, start))
  const answers = dues.filter((due) => due > 0).map(add)
  for (const answer of answers.toReversed()) counts.update(key, answer)
  expect(counts.usage(key, start).used).toBe(18)
})

test('a window that has ended starts again at zero', () => {
  const counts = new LocalCounts()
  const add = sharedCounter()
  for (let n = 0; n < 121; n += 1) request(counts, add)
  expect(counts.usage(key, start).used).toBe(121)
  expect(counts.take(key, size, start.add({ seconds: 60 }))).toBe(0)
  expect(counts.usage(key, start.add({ seconds: 60 })).used).toBe(1)
})
