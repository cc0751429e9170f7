import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    test('the consent banner shifts no content, is refused in one press, and can be reopened', async ({
      page,
      context,
    }) => {
      await context.clearCookies()
      await page.goto('/science')
      const banner = page.getByRole('region', { name: 'Consent' })
      await expect(banner).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const [refuse, allow] = await Promise.all([
        banner.getByRole('button', { name: 'Decline all' }).boundingBox(),
        banner.getByRole('button', { name: 'Allow all' }).boundingBox(),
      ])
      // Refusing is as easy as agreeing: the same size, on the same line.
      expect([refuse?.width, refuse?.height, refuse?.y]).toEqual([allow?.width, allow?.height, allow?.y])
      const heading = page.getByRole('heading', { level: 1 })
      const before = await heading.boundingBox()
      await banner.getByRole('button', { name: 'Decline all' }).click()
      await expect(banner).toBeHidden()
      await expect(page).toHaveURL(/\/science$/)
      expect(await heading.boundingBox()).toEqual(before)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Consent Preferences' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consent Preferences')
      await page.getByRole('checkbox', { name: 'Analytics' }).check()
      await page.getByRole('button', { name: 'Save choices' }).click()
      await expect(page.getByText('Your choices are saved.')).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'Analytics' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Advertising' })).not.toBeChecked()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })
}
