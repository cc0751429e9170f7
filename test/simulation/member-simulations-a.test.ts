import { expect, test } from 'vitest'
import { testMemberSimulations } from './member-simulations.ts'

const { lifeOf, simulate } = await testMemberSimulations(0)

test('the same seed gives the same simulation', async () => {
  const [once, again] = [await lifeOf(2), await simulate(2)]
  expect(again.log).toEqual(once.log)
  expect(again.hash).toBe(once.hash)
})
