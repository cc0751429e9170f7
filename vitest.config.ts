import { defineConfig } from 'vitest/config'

/**
 * Node runs the sources as it does in the shop, without Vite between; files that a worker takes up share what it has
 * loaded already. Nothing is replaced by mocks here, and no module keeps what one test leaves for the next.
 */
const patience = 300_000

const inNode = {
  environment: 'node' as const,
  // Ends what hangs and states nothing: a test takes as long as the machine is busy with something else.
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: patience } },
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

const onDatabase = {
  ...inNode,
  globalSetup: ['test/support/global-setup.ts'],
}

const onShops = { ...onDatabase, globalSetup: [...onDatabase.globalSetup, 'test/support/pages-setup.ts'] }

export default defineConfig({
  test: {
    // The default leaves a core free for people; shops, databases and processors of the tests wait more than they work.
    maxWorkers: 2,
    projects: [
      { test: { ...inNode, name: 'rules', include: ['src/**/*.test.ts'] } },
      {
        test: { ...inNode, name: 'repo', include: ['test/repo/**/*.test.ts'] },
      },
      {
        test: {
          ...onDatabase,
          name: 'house',
          // As the shop runs: what React says to developers takes a good part of rendering mails.
          env: { NODE_ENV: 'production' },
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/browser/**',
            'test/long/**',
            'test/repo/**',
            'test/scenarios/**',
            'test/crash/**',
            'test/api/**',
            'test/processes/**',
          ],
        },
      },
      { test: { ...onShops, name: 'api', include: ['test/api/**/*.test.ts'] } },
      { test: { ...onShops, name: 'scenarios', include: ['test/scenarios/**/*.test.ts'] } },
      { test: { ...onShops, name: 'crash', include: ['test/crash/**/*.test.ts'] } },
      // What people start from the terminal, as they start it.
      {
        test: {
          ...onShops,
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
        },
      },
    ],
  },
})
