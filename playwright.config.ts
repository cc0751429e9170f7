import { defineConfig } from '@playwright/test'
import { chromiumPath } from './test/browser/chromium.ts'

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // These end what hangs and state nothing: a page takes as long as the machine is busy with something else.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    // The worker that keeps the offline page would answer in the journeys' place; its own journey lets it in.
    serviceWorkers: 'block',
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
