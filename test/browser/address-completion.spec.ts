import { choose, payButton, startCheckout } from './buying.ts'
import { signInAsJune } from './june.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test.use({ viewport: { width: 390, height: 664 } })

test('a zip code typed at the checkout fills in the city, and follows a correction', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await startCheckout(page)
  const [city, zip] = [page.getByLabel('City'), page.getByLabel('Zip code')]
  await zip.pressSequentially('97201')
  await expect(city).toHaveValue('Portland')
  await expect(page.getByText('Filled in: Portland.')).toBeAttached()
  await expect(zip).toBeFocused()
  await zip.fill('90210')
  await expect(city).toHaveValue('Beverly Hills')
  await expectAccessible(page)
})

test('the status message of a suggested city stays when the totals are updated', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await startCheckout(page)
  const said = page.getByText('Filled in: Beverly Hills.')
  await page.route(/\/checkout$/, async (route) => {
    await expect(said).toBeAttached()
    await route.continue()
  })
  const total = await payButton(page).textContent()
  await page.getByLabel('Zip code').fill('90210')
  await expect(payButton(page)).not.toHaveText(total ?? '')
  await expect(said).toBeAttached()
})

test('a city that was typed is not replaced', async ({ page }) => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await startCheckout(page)
  await page.getByLabel('City').fill('Bull Mountain')
  const answered = page.waitForResponse(/\/api\/location\/postal-code/)
  await page.getByLabel('Zip code').fill('97201')
  await (await answered).finished()
  await expect(page.getByLabel('City')).toHaveValue('Bull Mountain')
})

test('the address book fills in city and state', async ({ page }) => {
  await signInAsJune(page)
  await page.goto('/account/settings/addresses')
  await page.getByLabel('Zip code').pressSequentially('97201')
  await expect(page.getByLabel('City')).toHaveValue('Portland')
  await expect(page.getByLabel('State')).toHaveValue('OR')
  await expect(page.getByText('Filled in: Portland, Oregon.')).toBeAttached()
})

test('a zip code typed before the scripts loaded is also completed', async ({ page }) => {
  await signInAsJune(page)
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const zip = document.querySelector('[autocomplete="postal-code"]')
      if (document.readyState === 'interactive' && zip instanceof HTMLInputElement) zip.value = '97201'
    })
  })
  await page.goto('/account/settings/addresses')
  await expect(page.getByLabel('City')).toHaveValue('Portland')
  await expect(page.getByLabel('State')).toHaveValue('OR')
})
