import type { Page } from '@playwright/test'
import { brand } from '#shared/brand.ts'
import { openNetwork } from './cut-network.ts'
import { newVisitor } from './refused-consent.ts'
import { signInAsJune } from './june.ts'
import { expect, test } from './running-shop.ts'

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Opens a link as if it were on a page of another site. */
const followForeignLink = async (page: Page, href: string): Promise<void> => {
  await page.goto('about:blank')
  await page.setContent(`<a href="${href}">A link</a>`)
  await page.getByRole('link', { name: 'A link' }).click()
}

for (const serviceWorkers of ['allow', 'block'] as const)
  test.describe(serviceWorkers === 'allow' ? 'with the worker' : 'without the worker', () => {
    test.use({ serviceWorkers })

    test(`the worker ${serviceWorkers === 'allow' ? 'controls' : 'does not control'} the page`, async ({
      page,
    }) => {
      await page.goto('/science')
      expect(await isControlled(page)).toBe(serviceWorkers === 'allow')
    })

    test('a typed link adds its plan and its code to the cart', async ({ page }) => {
      await page.goto('/cart?cart=syn-wk')
      await expect(page).toHaveURL(/\/cart$/)
      await expect(page.getByRole('main')).toContainText('DS-01')
      await page.goto('/cart?cart=vs-wk&promo_code=FOREVER15')
      await expect(page).toHaveURL(/\/cart$/)
      await expect(page.getByRole('main')).toContainText('VS-01')
      await expect(page.getByRole('main')).toContainText('FOREVER15')
    })

    test('a link on the shop’s own pages adds its plan to the cart', async ({ page }) => {
      await page.goto('/science')
      await page.evaluate(() => document.querySelector('main a')?.setAttribute('href', '/cart?cart=syn-wk'))
      await page.locator('main a').first().click()
      await expect(page).toHaveURL(/\/cart$/)
      await expect(page.getByRole('main')).toContainText('DS-01')
    })

    test('a code in the address of any page is stored', async ({ page }) => {
      await page.goto('/science?promo_code=FOREVER15')
      await expect(page.locator('html')).toHaveAttribute('data-promo', '')
    })

    test('a link on another site changes nothing before a button is pressed', async ({ page, shop }) => {
      await page.goto('/science')
      await followForeignLink(page, `${shop.url}/cart?cart=syn-wk`)
      await expect(page).toHaveURL(/\/cart\?cart=syn-wk$/)
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
      expect(await (await page.request.get('/api/cart')).json()).toMatchObject({ items: {} })
    })

    test('a link on another site does not sign out', async ({ page, shop }) => {
      await signInAsJune(page)
      await followForeignLink(page, `${shop.url}/api/auth/logout`)
      await expect(page.locator('body')).toContainText('FORBIDDEN')
      await page.goto('/account/orders')
      await expect(page).toHaveURL(/\/account\/orders$/)
    })
  })

test('pages with a query load without the worker, and pages without one work offline', async ({
  browser,
  shop,
}) => {
  const network = await openNetwork(shop.url)
  const page = await newVisitor(browser, network.url, 'allow')
  await page.goto('/science')
  await page.goto('/is-ds01-right-for-you?q=reason')
  await expect(page.getByRole('main')).toBeVisible()
  await network.cut()
  await page.goto('/science')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline.')
  await page.context().close()
})

test('signing out deletes the member’s cached pages, and keeps cookies, storage and the worker', async ({
  browser,
  shop,
}) => {
  const network = await openNetwork(shop.url)
  const page = await newVisitor(browser, network.url, 'allow')
  await signInAsJune(page)
  await page.evaluate(() => localStorage.setItem('of the visitor', 'kept'))
  await page.goto('/sign-out')
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/sign-out') && response.request().method() === 'POST',
  )
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"')
  await expect(page).toHaveURL(/\/login$/)
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['loam_known', brand.keys.consentCookie]))
  expect(names).not.toContain(brand.keys.sessionCookie)
  expect(await page.evaluate(() => localStorage.getItem('of the visitor'))).toBe('kept')
  // The browser's button requests the page again instead of showing the stored one.
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await network.cut()
  await page.goto('/science')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline.')
  await page.context().close()
})
