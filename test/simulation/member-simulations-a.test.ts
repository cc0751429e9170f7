import { expect, test } from 'vitest'
import { testMemberSimulations } from './member-simulations.ts'

const simulation = await testMemberSimulations(0)

test('the same seed is the same life', async () => {
  const [once, again] = [await simulation.simulate(1), await simulation.simulate(1)]
  expect(again.log).toEqual(once.log)
  expect(again.hash).toBe(once.hash)
})
