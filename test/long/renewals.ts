import { startVitest } from 'vitest/node'

// The same test as in every run, with 200 times the renewals.
process.env['RENEWALS'] ??= '20000'
// Killed oftener, workers on two cores do little else than load: each takes a fifth of a second of processor time.
process.env['KILL_EVERY_MS'] ??= '700'

const run = await startVitest('test', ['test/crash/many-renewals.test.ts'], {
  project: ['shop'],
  run: true,
  watch: false,
})
await run.close()
