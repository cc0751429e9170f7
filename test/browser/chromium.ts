import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of the journeys: the one that CHROMIUM names, one of the system, or Playwright's own. */
export const chromiumPath = (): string | null => {
  const named = process.env['CHROMIUM']
  const places = named === undefined ? [...usual, chromium.executablePath()] : [named]
  return places.find((path) => path !== '' && existsSync(path)) ?? null
}

// Run as a command: makes sure that there is a browser before the journeys start.
if (import.meta.main && chromiumPath() === null) {
  const playwright = join(import.meta.dirname, '../../node_modules/.bin/playwright')
  const { status } = spawnSync(playwright, ['install', '--with-deps', '--no-shell', 'chromium'], {
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('The browser journeys need Chromium: install it, or name one in the variable CHROMIUM.')
    process.exit(1)
  }
}
