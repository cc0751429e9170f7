import { startVitest } from 'vitest/node'

// The same test as in every run, with any number of buyers and rounds.
process.env['LAST_USE_BUYERS'] ??= '200'
process.env['LAST_USE_ROUNDS'] ??= '20'

const run = await startVitest('test', ['test/scenarios/last-coupon-use.test.ts'], {
  project: ['shop'],
  run: true,
  watch: false,
})
await run.close()
