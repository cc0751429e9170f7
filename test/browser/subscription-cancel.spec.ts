import { fact, openAsJune, section, undo } from './june.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('canceling takes two clicks, needs no reason, and can be undone', async ({ page }) => {
      await openAsJune(page)
      const next = await fact(page, 'VS-01', 'Next order date').innerText()

      await section(page, 'VS-01').getByRole('link', { name: 'Cancel subscription' }).click()
      const main = page.getByRole('main')
      await expect(main).toContainText('and all later orders are canceled')
      await expect(main).toContainText('You won’t be charged again')
      await expect(page.getByLabel('Prefer not to say')).toBeChecked()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('button', { name: 'Cancel now' }).click()

      await expect(page.getByRole('main').getByRole('status')).toContainText(
        'Canceled. Nothing more will ship, and you won’t be charged again.',
      )
      await expect(fact(page, 'VS-01', 'Next order date')).toContainText('None. Your subscription has ended')
      await expect(page.getByRole('link', { name: 'Start again, VS-01' })).toBeVisible()
      await undo(page)
      await expect(fact(page, 'VS-01', 'Next order date')).toHaveText(next)
    })

    test('a retention offer is beside "Cancel now" and not larger', async ({ page }) => {
      await openAsJune(page)
      const chosen = await page.request.put('/account/user-experiment/retention_offer', {
        data: { variant: 'offer' },
      })
      expect(chosen.ok()).toBe(true)
      await section(page, 'VS-01').getByRole('link', { name: 'Cancel subscription' }).click()
      const leave = page.getByRole('button', { name: 'Cancel now' })
      const offers = page.locator('form span > a')
      await expect(offers.filter({ visible: true })).toHaveCount(0)

      await page.getByText('I have more than I need').click()
      const offer = page.getByRole('link', { name: 'Skip the next order' })
      await expect(offers.filter({ visible: true })).toHaveCount(1)
      const [one, other] = [await offer.boundingBox(), await leave.boundingBox()]
      expect(one?.height).toBe(other?.height)
      expect(Math.abs((one?.width ?? 0) - (other?.width ?? 0))).toBeLessThan(1)
      const looks = (element: typeof leave) =>
        element.evaluate((drawn) => {
          const { backgroundColor, borderColor, color, fontSize, fontWeight } = getComputedStyle(drawn)
          return [backgroundColor, borderColor, color, fontSize, fontWeight]
        })
      expect(await looks(offer)).toEqual(await looks(leave))
      if (javaScriptEnabled) await expectAccessible(page)

      await leave.click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('Canceled.')
      await undo(page)
    })
  })
}

test('reactivating an ended subscription shows day and total first', async ({ page }) => {
  await openAsJune(page)
  await section(page, 'VS-01').getByRole('link', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await page.getByRole('link', { name: 'Start again, VS-01' }).click()
  const start = page.getByRole('button', { name: /^Start again/ })
  // 39.99 and the sample tax of California, 7.25 %: 2.90.
  await expect(page.getByText('Next charge: $42.89 on')).toBeVisible()
  await expectAccessible(page)
  await start.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Started again')
  await expect(section(page, 'VS-01')).toContainText('active')
})
