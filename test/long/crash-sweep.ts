import { startVitest } from 'vitest/node'

// Every boundary of a month, alone and after every network fault, in one process; then real processes that are
// killed at every step.
process.env['SWEEP'] = 'full'

const files = ['test/simulation/crash-sweep.test.ts', 'test/crash']
const run = await startVitest('test', files, { project: ['integration', 'shop'], run: true, watch: false })
await run.close()
