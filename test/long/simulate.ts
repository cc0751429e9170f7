import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

/** `npm run simulate -- --seeds 10000 [--first 201]`: lives of chance, as many as asked for. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '200' }, first: { type: 'string', default: '1' } },
})
process.env['SIMULATE_SEEDS'] = values.seeds
process.env['SIMULATE_FIRST'] = values.first

const run = await startVitest('test', ['test/simulation/lives'], {
  project: ['house'],
  reporters: ['dot'],
  run: true,
  watch: false,
})
await run.close()
