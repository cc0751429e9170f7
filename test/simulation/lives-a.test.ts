import { expect, test } from 'vitest'
import { testLives } from './lives.ts'

const stage = await testLives(0)

test('the same seed is the same life', async () => {
  const [once, again] = [await stage.live(1), await stage.live(1)]
  expect(again.told).toEqual(once.told)
  expect(again.hash).toBe(once.hash)
})
