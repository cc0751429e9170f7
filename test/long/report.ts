import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

/**
 * `npm run report:long [-- --months 12 --people 40 --seed 1]`: the report compared with an independent count, month by
 * month.
 */
const { values } = parseArgs({
  options: {
    months: { type: 'string', default: '12' },
    people: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
})
process.env['REPORT_MONTHS'] = values.months
process.env['REPORT_PEOPLE'] = values.people
process.env['REPORT_SEED'] = values.seed

const run = await startVitest('test', ['test/simulation/year'], {
  project: ['faults'],
  reporters: ['default'],
  run: true,
  watch: false,
})
await run.close()
