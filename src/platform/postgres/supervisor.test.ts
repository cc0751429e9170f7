import { expect, test } from 'vitest'
import { waitBefore } from './supervisor.ts'

test('a database server that ends soon after each start is started again later each time, up to five seconds', () => {
  const waits: number[] = []
  for (let time = 0; time < 7; time += 1) waits.push(waitBefore(900, waits.at(-1) ?? 0))
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
})

test('one that had run is started again soon, and not at once: everything may be ending', () => {
  expect(waitBefore(60_000, 5_000)).toBe(250)
  expect(waitBefore(60_000, 0)).toBe(250)
})
