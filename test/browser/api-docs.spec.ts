import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectNoSidewaysScroll, test } from './running-shop.ts'

const widths = [320, 390, 1440]

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a partner finds an endpoint and its parameters', async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/api/docs')
      await page.locator('nav').getByRole('link', { name: 'POST /api/purchase' }).click()
      // Found by its address: the page has a hundred thousand elements, and a role is looked for in each.
      const call = page.locator('#purchase')
      await expect(call).toBeInViewport()
      await expect(call.getByRole('rowheader', { name: 'address.firstName' })).toBeVisible()
      await expect(call.getByRole('rowheader', { name: 'CARD_DECLINED' })).toBeVisible()
    }
  })
})

test('the documentation has no axe violation and does not scroll sideways', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.locator('h1')).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // All endpoints look alike; the longest and the shortest represent them.
    const response = new AxeBuilder({ page })
      .setLegacyMode(true)
      .include('header')
      .include('#purchase')
      .include('#viewCart')
    expect((await response.analyze()).violations, `${width} px`).toEqual([])
  }
  // Elements that are not laid out have no width.
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('section')) section.style.contentVisibility = 'visible'
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})
