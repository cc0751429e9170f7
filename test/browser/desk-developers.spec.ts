import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

const shownText = (page: Page) => page.getByRole('status').locator('code').innerText()

test('an owner creates a key with the passkey and revokes it', async ({ page, shop, request }) => {
  await joinDesk(page, shop, 'owner', 'Vera Keys')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/desk')
  await page.getByRole('link', { name: 'Developers' }).first().click()
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByLabel('Name').fill('Northbox keys')
  await page.getByLabel('orders:read').check()
  await page.getByRole('button', { name: 'Create key…' }).click()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = await shownText(page)
  expect(key).toMatch(/^loam_test_/)
  const read = async () =>
    (await request.get('/api/partner/v1/orders/', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await read()).toBe(200)
  await page.goto('/desk/developers/keys')
  await page.getByRole('button', { name: 'Change Northbox keys' }).click()
  await page.getByRole('button', { name: 'End the key now' }).click()
  await expect(page.getByRole('status')).toContainText('opens nothing any more')
  expect(await read()).toBe(401)
})

test('an owner creates a webhook with the passkey, and its page works without scripts', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'owner', 'Vera Hooks')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/desk/developers')
  await page.getByLabel('Name').fill('Northbox')
  await page.getByLabel('Address').fill('http://partner.example/')
  await page.getByLabel('subscription.changed').check()
  await page.getByRole('button', { name: 'Create webhook…' }).click()
  await page.getByRole('button', { name: 'Make the webhook' }).click()
  await expect(page.getByRole('alert')).toContainText('https://')
  await page.goto('/desk/developers')
  await page.getByLabel('Name').fill('Northbox')
  await page.getByLabel('Address').fill('http://127.0.0.1:4000/hooks')
  for (const type of ['order.created', 'subscription.changed', 'subscription.paused'])
    await page.getByLabel(type).check()
  await page.getByRole('button', { name: 'Create webhook…' }).click()
  await page.getByRole('button', { name: 'Make the webhook' }).click()
  expect(await shownText(page)).toMatch(/^whsec_/)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk/developers')
  await plain.getByRole('link', { name: 'Northbox' }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Northbox')
  await plain.getByRole('button', { name: 'Send again' }).click()
  await expect(plain.getByRole('status')).toContainText(/sent again/)
  await context.close()
  for (const path of ['/desk/developers', '/desk/developers/keys']) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
  await page.goto('/desk/developers')
  await page.getByRole('link', { name: 'Northbox' }).click()
  await expectFineAtBothSizes(page)
})

test('an owner creates an app with the passkey, rotates its secret, and removes it', async ({
  page,
  shop,
  request,
}) => {
  await joinDesk(page, shop, 'owner', 'Vera Apps')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/desk/developers')
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByLabel('Name').fill('Ledgerly')
  await page.getByLabel('orders:read').check()
  await page.getByRole('button', { name: 'Create app…' }).click()
  await page.getByRole('button', { name: 'Make the app' }).click()
  const shown = page.getByRole('status').locator('code')
  const id = await shown.first().innerText()
  const first = await shown.last().innerText()
  expect(first).toMatch(/^loam_secret_/)
  const tokenStatus = async (secret: string) => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
    return (await request.post('/api/partner/oauth/token', { form })).status()
  }
  expect(await tokenStatus(first)).toBe(200)
  const change = async (button: string): Promise<void> => {
    await page.goto('/desk/developers/apps')
    await page.getByRole('button', { name: 'Change Ledgerly' }).click()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('status').waitFor()
  }
  await change('Make a new secret')
  const second = await shown.last().innerText()
  await expectFineAtBothSizes(page)
  await change('End the old secret now')
  expect([await tokenStatus(first), await tokenStatus(second)]).toEqual([401, 200])
  for (const path of ['/desk/developers/apps', `/desk/developers/apps?app=${id}`, '/api/partner/docs']) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await change('Remove the app')
  await expect(page.getByRole('status')).toContainText('opens nothing any more')
  expect(await tokenStatus(second)).toBe(401)
})
