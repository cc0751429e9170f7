import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without windows: the same engine for a third less CPU. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const firstOf = (places: readonly string[]): string | null => {
  const named = process.env['CHROMIUM']
  const looked = named === undefined ? [...places, chromium.executablePath()] : [named]
  return looked.find((path) => path !== '' && existsSync(path)) ?? null
}

/** The browser of the tests: the one that CHROMIUM names, one of the system, or Playwright's own. */
export const chromiumPath = (): string | null => firstOf([headlessShell, ...usual])

/** The browser that people use, where figures are taken. */
export const fullChromiumPath = (): string | null => firstOf([...usual, headlessShell])

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
