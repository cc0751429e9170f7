import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'house',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/long/**'],
          environment: 'node',
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
