import { defineConfig } from 'vitest/config'

const onDatabase = {
  environment: 'node' as const,
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const onShops = { ...onDatabase, globalSetup: [...onDatabase.globalSetup, 'test/support/pages-setup.ts'] }

export default defineConfig({
  test: {
    // The default leaves a core free for people; shops, databases and processors of the tests wait more than they work.
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: { name: 'repo', include: ['test/repo/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
      },
      {
        test: {
          ...onDatabase,
          name: 'house',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/browser/**',
            'test/long/**',
            'test/repo/**',
            'test/scenarios/**',
            'test/crash/**',
            'test/api/**',
          ],
        },
      },
      { test: { ...onShops, name: 'api', include: ['test/api/**/*.test.ts'] } },
      { test: { ...onShops, name: 'scenarios', include: ['test/scenarios/**/*.test.ts'] } },
      { test: { ...onShops, name: 'crash', include: ['test/crash/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
})
