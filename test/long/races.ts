import { startVitest } from 'vitest/node'

// The same test as in every run: 500 renewals, and 200 changes of each of the nine kinds.
process.env['RENEWALS_IN_RUN'] ??= '500'
const rounds = Number(process.env['ROUNDS'] ?? 5)
process.env['CHANGES_IN_RUN'] ??= '360'

let failed = 0
for (let round = 1; round <= rounds; round += 1) {
  const run = await startVitest('test', ['test/crash/changes-during-run.test.ts'], {
    project: ['faults'],
    run: true,
    watch: false,
  })
  failed += run.state.getCountOfFailedTests()
  await run.close()
}
console.log(`${rounds} rounds, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
