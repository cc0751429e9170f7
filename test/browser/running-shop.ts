import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as plain, type BrowserContext, type Page } from '@playwright/test'
import { refuseConsent } from './refused-consent.ts'
import { openShop, type RunningShop } from './shop-child.ts'

/** What a page has to complain about: scripts that failed, content that its policy refused. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/** Has the service worker take control of a browser's pages, as it has of every visit but the first. */
const letWorkerControl = async (context: BrowserContext, url: string): Promise<void> => {
  const page = await context.newPage()
  await page.goto(`${url}/offline`)
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
  await page.close()
}

/** `test` with a running shop per worker; a page that complains fails its test. */
export const test = plain.extend<object, { readonly shop: RunningShop }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads here which other fixtures this one needs
  shop: [({}, use) => openShop(use), { scope: 'worker', timeout: 600_000 }],
  baseURL: ({ shop }, use) => use(shop.url),
  page: async ({ page, shop, javaScriptEnabled, serviceWorkers }, use) => {
    await refuseConsent(page.context(), shop.url)
    if (javaScriptEnabled && serviceWorkers === 'allow') await letWorkerControl(page.context(), shop.url)
    const complaints = complaintsOf(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect } from '@playwright/test'

/** What looks at colours; every other rule of axe sees the same page in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe has to say of a page as it stands; of the colours alone, or of everything. */
const violationsOf = async (page: Page, looksAt: 'everything' | 'colours'): Promise<string[]> => {
  // Only what violates is told in full; a page passes hundreds of checks.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (looksAt === 'colours') axe.withRules(colourRules)
  // Only a page with frames needs axe's other way, which opens a page more each time.
  if (page.frames().length === 1) axe.setLegacyMode(true)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** Nothing that axe knows stands in anybody's way, in light and in dark. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const [colorScheme, looksAt] of [
    ['light', 'everything'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours on their way from one scheme to the other are nobody's colours.
    await page.evaluate(async () => {
      // They set out with the frame after the change.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      for (const one of document.getAnimations()) {
        if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
      }
    })
    expect(await violationsOf(page, looksAt), `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** Everything fits the width of the window; nobody has to scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const { width } = page.viewportSize() ?? { width: 0 }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width)
}
