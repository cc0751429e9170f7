import type { Page } from '@playwright/test'
import { openAsJune } from './june.ts'
import { expect, test } from './running-shop.ts'

const signOut = async (page: Page): Promise<void> => {
  await page.goto('/sign-out')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

const signOutElsewhere = async (page: Page): Promise<void> => {
  const other = await page.context().newPage()
  await signOut(other)
  await other.close()
}

/** Sends the event of a page that the browser restores as it was left: this browser never does. */
const restore = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('after signing out, Back shows no page of the member', async ({ page }) => {
  await openAsJune(page)
  await page.goto('/account/orders')
  await signOut(page)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.locator('body')).not.toContainText(/june@|Order History/)
})

test('after signing out in another tab, Back shows no page of the member', async ({ page }) => {
  await openAsJune(page)
  await page.goto('/account/orders')
  await page.goto('/science')
  await signOutElsewhere(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.locator('body')).not.toContainText(/june@|Order History/)
})

test('a restored page is requested again after the user has signed out', async ({ page }) => {
  await openAsJune(page)
  await page.goto('/account/orders#main')
  await signOutElsewhere(page)
  await restore(page)
  await expect(page).toHaveURL(/\/login\?/)
})

test('a page restored after signing in is shown as the member’s page', async ({ page }) => {
  await page.goto('/science')
  const other = await page.context().newPage()
  await openAsJune(other)
  await restore(page)
  await expect(page.getByRole('banner')).toContainText('Subscriptions')
})

test('after signing in, Back shows earlier pages as the member’s', async ({ page }) => {
  await page.goto('/science')
  await openAsJune(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/science$/)
  await expect(page.getByRole('banner')).toContainText('Subscriptions')
})

test('a restored page stays as it was left for the same user', async ({ page }) => {
  await openAsJune(page)
  const visibility = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.documentElement.style.visibility
  })
  expect(visibility).toBe('')
})
