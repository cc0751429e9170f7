import type { Page } from '@playwright/test'
import { openNetwork } from './cut-network.ts'
import { signInAsJune } from './june.ts'
import { newVisitor } from './refused-consent.ts'
import { expect, expectNoSidewaysScroll, test } from './running-shop.ts'

const header = (page: Page) => page.locator('[data-header]')
const panel = (page: Page) => page.locator('details[data-menu][open]')

/** Lets the page react to scrolling before it is checked. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate(async (to) => {
    window.scrollTo(0, to)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, top)

test.describe('1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the header gets a background at 10 px, hides past 250 px while scrolling down, and returns while scrolling up', async ({
    page,
  }) => {
    await page.goto('/')
    await scrollTo(page, 10)
    await expect(header(page)).not.toHaveAttribute('data-filled')
    await scrollTo(page, 11)
    await expect(header(page)).toHaveAttribute('data-filled')
    await scrollTo(page, 250)
    await expect(header(page)).not.toHaveAttribute('data-away')
    await scrollTo(page, 251)
    await expect(header(page)).toHaveAttribute('data-away')
    await scrollTo(page, 240)
    await expect(header(page)).not.toHaveAttribute('data-away')
  })

  test('menus open on click and by keyboard, and close on Escape and on mouse leave', async ({ page }) => {
    await page.goto('/science')
    const shop = page.locator('summary', { hasText: 'Shop' }).first()
    await shop.click()
    await expect(panel(page)).toHaveCount(1)
    await page.locator('summary', { hasText: 'Cultured' }).first().click()
    await expect(panel(page)).toHaveCount(1)
    await expect(panel(page)).toContainText('Our journal')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await shop.focus()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText('DS-01')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(shop).toBeFocused()
    await shop.click()
    // Waits until the panel stops moving: during the animation it is elsewhere.
    await panel(page).getByRole('link').first().hover()
    await expect(panel(page)).toHaveCount(1)
    await page.mouse.move(700, 880)
    await expect(panel(page)).toHaveCount(0)
  })
})

test.describe('390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the drawer traps the focus, has the member sections, and closes on Escape', async ({ page }) => {
    await signInAsJune(page)
    await page.goto('/science')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    for (const name of ['Home', 'Subscriptions', 'Order History', 'Settings'])
      await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(() => {
        const focused = document.activeElement
        return focused !== null && focused !== document.body && focused.closest('dialog') === null
      })
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`320 px ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width: 320, height: 640 }, javaScriptEnabled })

    test('the menu button has its full size, and the drawer opens', async ({ page }) => {
      await page.goto('/science')
      const opener = page.getByRole('button', { name: 'Open menu' })
      expect(await opener.boundingBox()).toMatchObject({ width: 44, height: 44 })
      await opener.click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      if (javaScriptEnabled) await expectNoSidewaysScroll(page)
    })
  })
}

test('animation durations are those of spec §9', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/daily-synbiotic')
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--nav', '--page', '--acc-open', '--acc-close'].map((name) => style.getPropertyValue(name))
  })
  expect(tokens.map((text) => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000))).toEqual([
    600, 1000, 750, 250,
  ])
  const slow = await header(page).evaluate((bar) => getComputedStyle(bar).transitionDuration)
  expect(slow).toContain('0.6s')
})

test('without a network the offline page is shown, and no visited page was stored', async ({
  browser,
  shop,
}) => {
  const network = await openNetwork(shop.url)
  const page = await newVisitor(browser, network.url, 'allow')
  await signInAsJune(page)
  const storedValues = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(storedValues.filter((path) => !/^\/(assets|fonts)\/|^\/(?:de\/)?offline$/.test(path))).toEqual([])
  await network.cut()
  await page.goto('/account/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline.')
  await expect(page.locator('body')).not.toContainText('june@loam.example')
  await page.context().close()
})
