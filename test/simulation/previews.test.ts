import { afterAll, expect, test } from 'vitest'
import { openStage } from './stage.ts'

// `npm run previews:long` walks 10,000 sequences.
const stage = await openStage()
afterAll(() => stage.close())

test.for([1, 3])('what was shown is what is charged, to the cent, seed %i', async (seed) => {
  const { told, broken, counts } = await stage.previews(seed, 15)
  expect(broken, told.join('\n')).toEqual([])
  expect(counts['sequences']).toBeGreaterThanOrEqual(15)
  // Prices and other windows came in between, and were shown anew.
  expect(counts['shown anew']).toBeGreaterThan(0)
})
