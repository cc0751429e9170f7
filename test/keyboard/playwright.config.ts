import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'
import { windows } from './windows.ts'

// Widths take the place of the projects with and without a service worker.
const { projects: _, ...base } = shared

/** Every journey with the keyboard alone: too long for every day. A width has shops of its own, for people are known in them. */
export default defineConfig(base, {
  testDir: '.',
  outputDir: '../../test-results',
  projects: windows.map((viewport) => ({
    name: `${viewport.width} px`,
    use: { viewport },
    // A journey that is made at one width alone is tagged with it.
    grepInvert: new RegExp(`@(?!${viewport.width}\\b)\\d`),
  })),
})
