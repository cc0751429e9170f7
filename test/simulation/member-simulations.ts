import { afterAll, expect, test } from 'vitest'
import { foundSeeds } from '../support/found-seeds.ts'
import type { SimulationReport } from './member-simulation.ts'
import { openSimulation } from './simulation-environment.ts'

/** Of the lives of seeds 1 to 24, the ones that together have each action of them at least once (decision 393). */
const chosen = [2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 20, 24]
const files = 2

/** The lives of one of two files, so that two workers share them; answers how a seed was lived, and a way to live it again. */
export const testMemberSimulations = async (file: number) => {
  const simulation = await openSimulation()
  afterAll(() => simulation.close())
  const lived = new Map<number, SimulationReport>()
  const lifeOf = async (seed: number): Promise<SimulationReport> => {
    const life = lived.get(seed) ?? (await simulation.simulate(seed))
    lived.set(seed, life)
    return life
  }
  // `npm run simulate -- --seeds 10000` lives others.
  const seeds = [...new Set([...chosen, ...foundSeeds('simulations')])].filter(
    (seed) => seed % files === file,
  )
  test.for(seeds)(
    'in a random member simulation, seed %i, nothing is charged twice and nothing is lost',
    async (seed) => {
      const { log, broken } = await lifeOf(seed)
      expect(broken, log.join('\n')).toEqual([])
    },
  )
  return { lifeOf, simulate: (seed: number) => simulation.simulate(seed) }
}
