import { demoPassword } from '../../db/seed/people.ts'
import { withAuthenticator } from './authenticator.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test('a passkey is added in the settings, signs in without a password, and is removed', async ({ page }) => {
  const authenticator = await withAuthenticator(page)
  await page.goto('/login?return_to=/account/settings/sign-in')
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill('sol@loam.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/account/settings/sign-in')
  await page.getByLabel('Passkey name').fill('my laptop')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL('**/account/settings/sign-in?done=passkey')
  await expect(section.getByText('my laptop, added')).toBeVisible()
  expect(await authenticator.credentials()).toBe(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/account/home')

  await page.goto('/account/settings/sign-in')
  await page.getByRole('button', { name: 'Remove my laptop' }).click()
  await expect(page.getByText('Your passkey is removed.')).toBeVisible()
  await expect(page.getByText('my laptop')).toHaveCount(0)
})

test('without scripts no page mentions passkeys, which cannot be used then', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
  await context.close()
})
