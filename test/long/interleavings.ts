import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

// Every pair of actions, stopped at every statement and at every two boundaries; then triples of chance. A triple that fails
// is run alone by `-- --triples 1 --first <its seed>`; some of the pairs, counted from 1, by `-- --pairs 20-30`, those among some actions
// by `-- --actions 'bulk hold,reship'`, and none of the triples by `-- --triples 0`. `-- --stops once` stops one action once, at every
// statement, and `-- --stops boundaries` at boundaries alone.
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1-' },
    actions: { type: 'string', default: '' },
    stops: { type: 'string', default: 'twice' },
    triples: { type: 'string', default: '1000' },
    first: { type: 'string', default: '1' },
  },
})
process.env['INTERLEAVINGS'] = 'full'
process.env['PAIRS'] = values.pairs
process.env['ACTIONS'] = values.actions
process.env['STOPS'] = values.stops
process.env['TRIPLES'] = values.triples
process.env['FIRST_TRIPLE'] = values.first

const files = ['test/interleaving/pairs.test.ts', 'test/interleaving/triples.test.ts']

const run = await startVitest('test', Number(values.triples) === 0 ? files.slice(0, 1) : files, {
  project: ['integration'],
  run: true,
  watch: false,
})
await run.close()
