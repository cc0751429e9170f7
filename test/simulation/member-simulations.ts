import { afterAll, expect, test } from 'vitest'
import { foundSeeds } from '../support/found-seeds.ts'
import { openSimulation } from './simulation-environment.ts'

// `npm run simulate -- --seeds 10000` sets more of them.
const first = Number(process.env['SIMULATE_FIRST'] ?? 1)
const count = Number(process.env['SIMULATE_SEEDS'] ?? 24)
const files = 2

/** The lives of one of two files, so that two workers share them; answers the stage for more. */
export const testMemberSimulations = async (file: number) => {
  const simulation = await openSimulation()
  afterAll(() => simulation.close())
  const all = new Set([...Array.from({ length: count }, (_, n) => first + n), ...foundSeeds('simulations')])
  const seeds = [...all].filter((seed) => seed % files === file)
  test.for(seeds)('a life of chance, seed %i: nothing is charged twice, nothing is lost', async (seed) => {
    const { log, broken } = await simulation.simulate(seed)
    expect(broken, log.join('\n')).toEqual([])
  })
  return simulation
}
