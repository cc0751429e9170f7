import { expect, test as plain, type Page } from '@playwright/test'
import { finishAnimations, violationsOf, type AxeScope } from './axe.ts'
import { letWorkerControl, refuseConsent } from './refused-consent.ts'
import { openShop, type RunningShop } from './shop-child.ts'

/** The faults of a page: scripts that failed, content that its policy refused. */
const problemsOf = (page: Page): string[] => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) problems.push(`${page.url()}: ${message.text()}`)
  })
  return problems
}

/** `test` with a running shop per worker; a page with such a fault fails its test. */
export const test = plain.extend<object, { readonly shop: RunningShop }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads here which other fixtures this one needs
  shop: [({}, use) => openShop(use), { scope: 'worker', timeout: 600_000 }],
  baseURL: ({ shop }, use) => use(shop.url),
  page: async ({ page, shop, javaScriptEnabled, serviceWorkers }, use) => {
    await refuseConsent(page.context(), shop.url)
    if (javaScriptEnabled && serviceWorkers === 'allow') await letWorkerControl(page, shop.url)
    const problems = problemsOf(page)
    await use(page)
    expect(problems).toEqual([])
  },
})

export { expect } from '@playwright/test'

const looksOf = [
  ['light', 'everything'],
  ['dark', 'colors'],
] as const satisfies readonly (readonly [string, AxeScope])[]

const expectNoViolation = async (
  page: Page,
  [colorScheme, looksAt]: readonly ['light' | 'dark', AxeScope],
): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await finishAnimations(page)
  expect(await violationsOf(page, looksAt), `${page.url()} in ${colorScheme}`).toEqual([])
}

/** axe finds no violation, in light and in dark. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const look of looksOf) await expectNoViolation(page, look)
}

/** axe finds no violation but those of colors: for a second width, at which the colors are those of the first. */
export const expectAccessibleBesidesColors = (page: Page): Promise<void> =>
  expectNoViolation(page, ['light', 'everything but colors'])

/** Everything fits the width of the window; nobody has to scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const { width } = page.viewportSize() ?? { width: 0 }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width)
}
