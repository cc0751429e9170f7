import { defineConfig } from 'vitest/config'

const onDatabase = {
  environment: 'node' as const,
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
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
          exclude: ['test/browser/**', 'test/long/**', 'test/repo/**', 'test/scenarios/**', 'test/crash/**'],
        },
      },
      { test: { ...onDatabase, name: 'scenarios', include: ['test/scenarios/**/*.test.ts'] } },
      { test: { ...onDatabase, name: 'crash', include: ['test/crash/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
})
