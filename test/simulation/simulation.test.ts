import { afterAll, expect, test } from 'vitest'
import { openStage } from './stage.ts'

// `npm run simulate -- --seeds 10000` sets more of them.
const first = Number(process.env['SIMULATE_FIRST'] ?? 1)
const seeds = Array.from({ length: Number(process.env['SIMULATE_SEEDS'] ?? 30) }, (_, n) => first + n)

const stage = await openStage()
afterAll(() => stage.close())

test.for(seeds)('a life of chance, seed %i: nothing is charged twice, nothing is lost', async (seed) => {
  const { told, broken } = await stage.live(seed)
  expect(broken, told.join('\n')).toEqual([])
})

test('the same seed is the same life', async () => {
  const [once, again] = [await stage.live(first), await stage.live(first)]
  expect(again.told).toEqual(once.told)
  expect(again.hash).toBe(once.hash)
})
