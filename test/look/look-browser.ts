import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import playwright from '../../playwright.config.ts'

/** The browser of the journeys, for commands that look at pages outside of the tests. */
export const openBrowser = async (): Promise<{ readonly browser: Browser } & AsyncDisposable> => {
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}
