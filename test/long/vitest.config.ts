import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

// Some of them measure how long statements take.
process.env['TEST_PLANS'] = 'as-a-shop'

/** Tests with servers that have to be installed: PgBouncer. As the project `shop`, one file after the other. */
const shop = shared.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'shop',
)
if (typeof shop !== 'object' || !('test' in shop)) throw new Error('vitest.config.ts has no project shop')

export default defineConfig({
  test: {
    ...shop.test,
    name: 'servers',
    include: ['test/long/servers/**/*.test.ts'],
    fileParallelism: false,
  },
})
