import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectNoSidewaysScroll, test } from './running-shop.ts'

for (const width of [320, 390, 1440]) {
  test.describe(`${width} px, without scripts`, () => {
    test.use({ viewport: { width, height: 900 }, javaScriptEnabled: false })

    test('a partner finds a call and what it needs', async ({ page }) => {
      await page.goto('/api/docs')
      await page
        .getByRole('navigation', { name: 'Endpoints' })
        .getByRole('link', { name: 'POST /api/purchase' })
        .click()
      const call = page.getByRole('region', { name: 'Purchase', exact: true })
      await expect(call).toBeInViewport()
      await expect(call.getByRole('rowheader', { name: 'address.firstName' })).toBeVisible()
      await expect(call.getByRole('rowheader', { name: 'CARD_DECLINED' })).toBeVisible()
    })
  })

  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the documentation has no axe violation and does not scroll sideways', async ({ page }) => {
      await page.goto('/api/docs')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // All endpoints look alike; the longest and the shortest represent them.
      const response = new AxeBuilder({ page })
        .setLegacyMode(true)
        .include('header')
        .include('#purchase')
        .include('#viewCart')
      expect((await response.analyze()).violations).toEqual([])
      await expectNoSidewaysScroll(page)
    })
  })
}
