import { afterAll, expect, test } from 'vitest'
import { foundSeeds } from '../support/found-seeds.ts'
import { openSimulation } from './simulation-environment.ts'

// `npm run previews:long` runs 10,000 sequences.
const simulation = await openSimulation()
afterAll(() => simulation.close())

test.for([2, 3, ...foundSeeds('previews')])(
  'with seed %i every previewed total equals the charge, to the cent',
  async (seed) => {
    // As many as the long run takes, which is where a failing seed was found.
    const sequences = seed > 3 ? 25 : 15
    const { log, broken, counts } = await simulation.previews(seed, sequences)
    expect(broken, log.join('\n')).toEqual([])
    expect(counts['sequences']).toBeGreaterThanOrEqual(sequences)
    // Prices and other windows came in between, and were shown again.
    expect(counts['shown anew']).toBeGreaterThan(0)
  },
)
