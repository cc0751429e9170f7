import type { Page } from '@playwright/test'
import { fillAddress, inForm, newEmail, pay, payButton, startCheckout } from './buying.ts'
import { fullChromiumPath } from './chromium.ts'
import { openAsJune } from './june.ts'
import { expect, test } from './running-shop.ts'

// A whole Chromium restores pages from memory, as people's browsers do, unless Playwright turns that off.
test.use({
  serviceWorkers: 'block',
  launchOptions: {
    executablePath: fullChromiumPath() ?? undefined,
    args: ['--no-sandbox', '--enable-features=CacheControlNoStoreEnterBackForwardCache'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (window !== top) return
      const shown = `${sessionStorage.getItem('shown') ?? ''} ${persisted ? 'restored' : 'loaded'}:${location.pathname}`
      sessionStorage.setItem('shown', shown)
    }),
  ),
)

/** What was shown in this tab, each page with how it came. */
const shown = async (page: Page): Promise<string[]> =>
  ((await page.evaluate(() => sessionStorage.getItem('shown'))) ?? '').trim().split(' ')

/** Presses Back or Forward; a page that is restored loads nothing that could be waited for. */
const go = async (page: Page, steps: number): Promise<void> => {
  const before = (await shown(page)).length
  await page.evaluate((by) => history.go(by), steps)
  await expect.poll(async () => (await shown(page).catch(() => [])).length).toBeGreaterThan(before)
}

test('the browser of this test restores pages from its cache', async ({ page }) => {
  await page.goto('/science')
  await page.goto('/approach')
  await go(page, -1)
  expect((await shown(page)).at(-1)).toBe('restored:/science')
})

test('a restored page of a member is requested again after signing out in another tab', async ({ page }) => {
  await openAsJune(page)
  await page.goto('/account/orders')
  await page.goto('/science')
  const other = await page.context().newPage()
  await other.goto('/sign-out')
  await other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/login$/)
  await go(page, -1)
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.locator('body')).not.toContainText(/june@|Order History/)
  await go(page, 1)
  await expect(page.getByRole('banner')).not.toContainText('Order History')
})

test('after an order, no page in the history offers the bought cart', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
  await fillAddress(page, { email: newEmail() })
  await expect(page.getByText('Oregon, United States')).toBeVisible()
  await pay(page, 'approve', true)
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
  for (const steps of [-1, -1, -1, 1, 1]) {
    await go(page, steps)
    await expect(page.locator('html')).not.toHaveAttribute('data-cart')
    await expect(payButton(page)).toHaveCount(0)
    await expect(inForm(page)).not.toContainText('Continue to Checkout')
  }
  expect((await shown(page)).filter((one) => one.startsWith('restored:'))).not.toEqual([])
})

test('a cart cleared in another tab is not offered by any page in the history', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
  await page.goto('/science')
  const other = await page.context().newPage()
  await other.goto('/cart')
  await other
    .getByRole('button', { name: /Remove/ })
    .first()
    .click()
  await expect(inForm(other)).not.toContainText('Continue to Checkout')
  for (const steps of [-1, -1, -1]) {
    await go(page, steps)
    await expect(payButton(page)).toHaveCount(0)
    await expect(inForm(page)).not.toContainText('Continue to Checkout')
    await expect(page.locator('html')).not.toHaveAttribute('data-cart')
  }
  expect((await shown(page)).filter((one) => one.startsWith('restored:'))).not.toEqual([])
})

test('a checkout that is restored has what was entered, and the cart as it is now', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
  await page.getByLabel('Email').first().fill('mara@example.com')
  await page.getByLabel('Full name').fill('Mara Ito')
  await page.goto('/subscription-terms')
  const other = await page.context().newPage()
  await other.goto('/vaginal-synbiotic')
  await startCheckout(other)
  await go(page, -1)
  await expect(inForm(page)).toContainText('VS-01')
  await expect(page.getByLabel('Email').first()).toHaveValue('mara@example.com')
  await expect(page.getByLabel('Full name')).toHaveValue('Mara Ito')
  expect((await shown(page)).at(-1)).toBe('restored:/checkout')
})

test('a page whose own script has not come is requested again, too', async ({ page }) => {
  let held = 0
  await page.route(/(?:cart|checkout)-page/, () => {
    held += 1
  })
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
  await page.goto('/science')
  const other = await page.context().newPage()
  await other.goto('/cart')
  await other
    .getByRole('button', { name: /Remove/ })
    .first()
    .click()
  await expect(inForm(other)).not.toContainText('Continue to Checkout')
  await go(page, -1)
  expect(held).toBeGreaterThan(0)
  await expect(payButton(page)).toHaveCount(0)
  await go(page, -1)
  await expect(inForm(page)).not.toContainText('Continue to Checkout')
  expect((await shown(page)).filter((one) => one.startsWith('restored:'))).not.toEqual([])
})
