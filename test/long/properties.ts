import { readFileSync, globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { seedFrom } from '../support/found-seeds.ts'

/**
 * `npm run properties:long [-- --rounds 10 --factor 5 --seed 7]`: the property tests of every run, with a random seed
 * each round and more cases. A failing case is printed and saved for every run of the tests.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    factor: { type: 'string', default: '5' },
    seed: { type: 'string', default: 'random' },
  },
})

process.env['PROPERTY_FACTOR'] = values.factor

const files = globSync('src/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('support/property.ts'),
)

for (let round = 1; round <= Number(values.rounds) && process.exitCode !== 1; round += 1) {
  const seed = values.seed === 'random' ? seedFrom('random') : Number(values.seed) + round - 1
  process.env['PROPERTY_SEED'] = String(seed)
  console.log(`Round ${round}, seed ${seed}`)
  const run = await startVitest('test', files, {
    project: ['rules'],
    run: true,
    watch: false,
    reporters: ['dot'],
  })
  await run.close()
}
