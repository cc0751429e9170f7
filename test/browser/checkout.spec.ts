import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { fillAddress, newEmail, pay, payButton, startCheckout } from './buying.ts'
import { expect, test } from './running-shop.ts'

/** Holds the answers to a kind of press until it is released; returns the release. */
const holdAnswers = async (page: Page, intent: string): Promise<() => void> => {
  const released = Promise.withResolvers<undefined>()
  await page.route(/\/checkout$/, async (route) => {
    if (route.request().postData()?.includes(`intent=${intent}`)) await released.promise
    await route.continue()
  })
  return () => released.resolve(undefined)
}

const openCheckout = async (page: Page): Promise<void> => {
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
}

/** The shop's scripts that the page runs, also those it had in its cache; the card's frame has its own. */
const scriptsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    ),
  ])

test('the checkout runs few and small scripts', async ({ page }) => {
  await openCheckout(page)
  await page.getByLabel('Zip code').fill('97201')
  await expect(page.getByText('Oregon, United States')).toBeVisible()
  const scripts = await scriptsOf(page)
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.length).toBeLessThanOrEqual(12)
  const sizes = await Promise.all(
    scripts.map(async (url) => gzipSync(await (await page.request.get(url)).body()).byteLength),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeLessThanOrEqual(40_000)
})

test('only the total shown when the button is pressed is charged', async ({ page }) => {
  await openCheckout(page)
  const release = await holdAnswers(page, 'update')
  await fillAddress(page, { email: newEmail(), city: 'Oakland', zip: '94601' })
  const before = await payButton(page).textContent()
  await pay(page, 'approve', true)
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('alert').first()).toContainText('total')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(payButton(page)).not.toHaveText(before ?? '')
  await pay(page, 'approve', true)
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
})

test('text typed while totals are loading stays, with the focus and the card', async ({ page }) => {
  await openCheckout(page)
  const release = await holdAnswers(page, 'update')
  await page.getByLabel('Zip code').fill('97201')
  await page.getByLabel('Full name').fill('Mara Ito')
  await page.getByLabel('The Loam newsletter').check()
  const address = page.getByLabel('Address', { exact: true })
  await address.pressSequentially('1 Ald')
  release()
  await expect(page.getByText('Oregon, United States')).toBeVisible()
  await expect(address).toBeFocused()
  await address.pressSequentially('er Way')
  await expect(address).toHaveValue('1 Alder Way')
  await expect(page.getByLabel('Full name')).toHaveValue('Mara Ito')
  await expect(page.getByLabel('The Loam newsletter')).toBeChecked()
})

test('the errors of a refused payment disappear as the fields are corrected', async ({ page }) => {
  await openCheckout(page)
  await page.getByLabel('Zip code').fill('97201')
  await payButton(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check the fields below.' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'Kindly enter your full name' })).toBeVisible()
  await fillAddress(page, { email: newEmail(), zip: '97202' })
  await expect(summary).toHaveCount(0)
  await expect(page.getByLabel('Full name')).not.toHaveAttribute('aria-invalid')
})

test('an order whose answer is lost says so, and pressing the button again leads to that one order', async ({
  page,
  shop,
}) => {
  await openCheckout(page)
  const email = newEmail()
  await fillAddress(page, { email })
  await expect(page.getByText('Oregon, United States')).toBeVisible()
  await page.route(/\/checkout$/, async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await pay(page, 'approve', true)
  await expect(page.getByRole('alert').filter({ hasText: 'You won’t be charged twice.' })).toBeVisible()
  await expect(payButton(page)).not.toHaveAttribute('aria-busy')
  await page.unroute(/\/checkout$/)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
  const mails = page.getByRole('link', { name: new RegExp(`order.*${email}`, 'i') })
  await expect(async () => {
    await page.goto(`${shop.url}/outbox`)
    await expect(mails).toHaveCount(1, { timeout: 500 })
  }).toPass()
})

test('a checkout without a connection says so', async ({ page }) => {
  await openCheckout(page)
  await page.route(/\/checkout$/, (route) => route.abort())
  await page.getByLabel('Zip code').fill('97201')
  await expect(page.getByRole('alert').filter({ hasText: 'We could not reach the checkout' })).toBeVisible()
})

test('a zip code typed before the scripts loaded is priced when they load', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const zip = document.querySelector('[autocomplete="postal-code"]')
      if (document.readyState === 'interactive' && zip instanceof HTMLInputElement) zip.value = '94601'
    })
  })
  await openCheckout(page)
  // 134.97 and 7.25 % of it, 9.785, rounded 9.79.
  await expect(payButton(page)).toContainText('$144.76')
})
