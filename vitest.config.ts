import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from './src/platform/memory-folder.ts'
import { chromiumPath } from './test/browser/chromium.ts'
import { leftOutOf } from './test/left-out.ts'
import { compiledFolder } from './test/support/compiled-folder.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { testWorkers } from './test/support/test-workers.ts'

// For the processes that the tests start, too.
process.env['TMPDIR'] = memoryFolder()
// What one process has compiled, the next ones read.
process.env['NODE_COMPILE_CACHE'] ??= compiledFolder

/**
 * Node runs the sources as it does in the shop, without Vite between; files that a worker takes up share what it has
 * loaded already. Nothing is replaced by mocks here, and no module keeps what one test leaves for the next.
 */
const timeoutMs = 300_000

const nodeProject = {
  environment: 'node' as const,
  // Ends what hangs and states nothing: a test takes as long as the machine is busy with something else.
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  expect: { poll: { timeout: timeoutMs } },
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

const databaseProject = {
  ...nodeProject,
  globalSetup: ['test/support/global-setup.ts'],
}

const shopProject = {
  env: { NODE_ENV: 'production' },
  ...databaseProject,
  globalSetup: [...databaseProject.globalSetup, 'test/support/pages-setup.ts'],
}

export default defineConfig({
  test: {
    maxWorkers: testWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...nodeProject, name: 'rules', include: ['src/**/*.test.ts'] } },
      {
        test: { ...nodeProject, name: 'repo', include: ['test/repo/**/*.test.ts'] },
      },
      {
        test: {
          ...databaseProject,
          name: 'integration',
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
            'test/every-call/**',
            'test/processes/**',
            'test/simulation/**',
            ...leftOutOf('vitest'),
          ],
        },
      },
      // One project, because each has workers of its own, which load the shop and start its processes again.
      {
        test: {
          ...shopProject,
          name: 'shop',
          include: ['api', 'every-call', 'scenarios'].map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [...leftOutOf('vitest')],
        },
      },
      // Kills, restarts, several processes and lives: `npm test -- all` and `npm run test:faults`.
      {
        test: {
          ...shopProject,
          name: 'faults',
          include: ['crash', 'processes', 'simulation'].map((folder) => `test/${folder}/**/*.test.ts`),
        },
      },
      // Forms alone, in a real browser: what they show, hide and send.
      {
        test: {
          name: 'components',
          include: ['test/components/**/*.test.tsx'],
          setupFiles: ['test/components/page-setup.ts'],
          testTimeout: timeoutMs,
          expect: { poll: { timeout: 60_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 390, height: 664 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: { executablePath: chromiumPath() ?? undefined, args: ['--no-sandbox'] },
            }),
          },
        },
      },
    ],
  },
})
