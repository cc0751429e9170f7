import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

/** Tests with servers that have to be installed: PgBouncer. As the project `crash`, one file after the other. */
const crash = shared.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'crash',
)
if (typeof crash !== 'object' || !('test' in crash)) throw new Error('vitest.config.ts has no project crash')

export default defineConfig({
  test: {
    ...crash.test,
    name: 'servers',
    include: ['test/long/servers/**/*.test.ts'],
    fileParallelism: false,
  },
})
