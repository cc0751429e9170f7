import { startVitest } from 'vitest/node'

// The same test as in every run, with any number of events.
process.env['EVENTS'] ??= '10000'

const run = await startVitest('test', ['test/scenarios/webhook-volume.test.ts'], {
  project: ['shop'],
  run: true,
  watch: false,
  testTimeout: 3_600_000,
})
await run.close()
