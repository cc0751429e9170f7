import type { Page } from '@playwright/test'
import { expect, test } from './running-shop.ts'

const product = '/daily-synbiotic'

/** Before its script has come, a click on a picture follows the link. */
const openProduct = async (page: Page): Promise<void> => {
  await page.goto(product)
  await expect(page.locator('dialog[data-at]')).toBeAttached()
}

test('a click enlarges a picture, the arrow keys change it, and Escape returns the focus', async ({
  page,
}) => {
  await openProduct(page)
  const second = page.getByRole('link', { name: /^Enlarge picture/ }).nth(1)
  await second.click()
  const dialog = page.getByRole('dialog', { name: /^Large pictures of/ })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/^2 of \d+$/)
  const name = await second.getByRole('img').getAttribute('alt')
  await expect(dialog.getByRole('img')).toHaveAttribute('alt', name ?? 'no name')
  const box = await dialog.getByRole('img').boundingBox()
  expect(box?.height).toBeGreaterThan(400)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status')).toHaveText(/^3 of/)
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^2 of/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(second).toBeFocused()
})

test('a picture opens by keyboard, and after the last comes the first', async ({ page }) => {
  await openProduct(page)
  const links = page.getByRole('link', { name: /^Enlarge picture/ })
  await links.last().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Large pictures of/ })
  await expect(dialog.getByRole('status')).toHaveText(new RegExp(`^${await links.count()} of`))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('status')).toHaveText(/^1 of/)
  await dialog.getByRole('button', { name: 'Close the large picture' }).click()
  await expect(dialog).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a click on a picture leads to its file', async ({ page }) => {
    await page.goto(product)
    await page
      .getByRole('link', { name: /^Enlarge picture/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/art\/ds-01-jar-\d+w\.webp$/)
  })
})
