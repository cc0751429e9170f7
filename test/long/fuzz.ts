import { startVitest } from 'vitest/node'
import { seedFrom } from '../support/found-seeds.ts'

// The same test as in every run, with many more cases a route and another seed. A failing case is saved.
process.env['FUZZ_CASES'] ??= '10000'
process.env['PROPERTY_SEED'] ??= String(seedFrom('random'))
console.log(`Seed ${process.env['PROPERTY_SEED']}`)

const run = await startVitest('test', ['test/every-call/fuzz.test.ts'], {
  project: ['shop'],
  run: true,
  watch: false,
})
await run.close()
