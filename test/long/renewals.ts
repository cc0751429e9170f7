import { startVitest } from 'vitest/node'

// The same test as in every run, with 200 times the renewals.
process.env['RENEWALS'] ??= '20000'
// If they are killed more often, workers on two cores do little but start: each start takes a fifth of a second of processor
// time.
process.env['KILL_EVERY_MS'] ??= '700'

const run = await startVitest('test', ['test/crash/many-renewals.test.ts'], {
  project: ['faults'],
  run: true,
  watch: false,
})
await run.close()
