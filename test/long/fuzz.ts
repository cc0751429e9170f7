import { startVitest } from 'vitest/node'

// The same test as in every run, with many more cases a route.
process.env['FUZZ_CASES'] ??= '10000'

const run = await startVitest('test', ['test/api/fuzz.test.ts'], {
  project: ['api'],
  run: true,
  watch: false,
})
await run.close()
