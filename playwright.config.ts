import { defineConfig } from '@playwright/test'
import { chromiumPath } from './test/browser/chromium.ts'
import { memoryFolder } from './src/platform/memory-folder.ts'
import { leftOutOf } from './test/left-out.ts'
import { compiledFolder } from './test/support/compiled-folder.ts'
import { testWorkers } from './test/support/test-workers.ts'

// For the browsers and shops of the tests, too.
process.env['TMPDIR'] = memoryFolder()
// What one process has compiled, the next ones read.
process.env['NODE_COMPILE_CACHE'] ??= compiledFolder

/** Files with another shop, or another browser, than all others. */
const withOwnShop = [
  'desk-camera.spec.ts',
  'desk-lists.spec.ts',
  'restored-pages.spec.ts',
  'stripe.spec.ts',
].map((name) => `**/${name}`)

/**
 * Every test runs with the service worker in control of its pages, as returning visitors have it
 * (`test/browser/running-shop.ts`); the journeys that matter most also run without one: they say so themselves.
 */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: testWorkers,
  retries: 0,
  forbidOnly: true,
  // These end what hangs and state nothing: a page takes as long as the machine is busy with something else.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  reporter: 'list',
  // A worker has one shop and one browser for all tests of its project: those that need others come last, each file in a worker of its own.
  projects: [
    { name: 'controlled', testIgnore: [...withOwnShop, ...leftOutOf('playwright')] },
    { name: 'own-shop', testMatch: withOwnShop, testIgnore: [...leftOutOf('playwright')] },
  ],
  use: {
    browserName: 'chromium',
    actionTimeout: 240_000,
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
