import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectNoSidewaysScroll, test } from './running-shop.ts'

const widths = [320, 390, 1440]

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a partner finds a call and what it needs', async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/api/docs')
      await page
        .getByRole('navigation', { name: 'Endpoints' })
        .getByRole('link', { name: 'POST /api/purchase' })
        .click()
      const call = page.getByRole('region', { name: 'Purchase', exact: true })
      await expect(call).toBeInViewport()
      await expect(call.getByRole('rowheader', { name: 'address.firstName' })).toBeVisible()
      await expect(call.getByRole('rowheader', { name: 'CARD_DECLINED' })).toBeVisible()
    }
  })
})

test('the documentation has no axe violation and does not scroll sideways', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // All endpoints look alike; the longest and the shortest represent them.
    const response = new AxeBuilder({ page })
      .setLegacyMode(true)
      .include('header')
      .include('#purchase')
      .include('#viewCart')
    expect((await response.analyze()).violations, `${width} px`).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})
