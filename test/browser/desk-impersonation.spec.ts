import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { memberByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'
import type { RunningShop } from './shop-child.ts'

const memberPage = async (page: Page, shop: RunningShop) => {
  const member = await memberByApi(shop)
  await page.goto(`/desk/find?q=${member.id}`)
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByRole('main').getByRole('link', { name: 'Mara Ito' }).first().click()
  await expect(page.getByRole('heading', { name: 'Coming orders' })).toBeVisible()
  return member
}

test('staff impersonate a member with a passkey and a reason, and the member sees who it was', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'support', 'Inês Acts')
  const member = await memberPage(page, shop)
  const desk = page.url()
  await page.getByRole('link', { name: 'Act for the member' }).press('Enter')
  await expectFineAtBothSizes(page)
  await page.getByLabel('Why. The member reads this').fill('Asked on the phone')
  await page.getByLabel('For', { exact: true }).selectOption('15')
  await page.getByRole('button', { name: 'Act for the member' }).press('Enter')
  const banner = page.getByRole('complementary', { name: 'Support session' })
  await expect(banner).toContainText('Inês Acts, for Mara: view only, until')
  await expect(page).toHaveURL(/\/account\/home$/)
  await expectFineAtBothSizes(page)
  await banner.getByRole('link', { name: 'Make a change' }).click()
  await page.getByLabel('What needs to change?').fill('The name on the account')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Allow this change' }).click()
  await expect(banner).toContainText('can make changes')
  await page.goto('/account')
  await page.getByLabel('Last name').fill('Valley')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status').first()).toBeVisible()
  await banner.getByRole('button', { name: 'End session' }).click()
  await expect(page).toHaveURL(desk)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Valley')
  await page.goto('/account/home')
  await expect(page).toHaveURL(/\/login/)

  const context = await browser.newContext({ baseURL: shop.url })
  await member.signIn(context)
  const own = await context.newPage()
  await own.goto('/account/settings/support-visits')
  const visits = own.getByRole('main')
  await expect(visits).toContainText('Inês Acts')
  await expect(visits).toContainText('Asked on the phone')
  await expect(visits).toContainText('The name on the account')
  await expectFineAtBothSizes(own)
  await context.close()
})

test('without scripts the impersonation page says what is missing, and signing out of the desk ends a session in another tab', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Acts')
  await memberPage(page, shop)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(`${page.url()}/act`)
  // Texts of a noscript are found by no other locator.
  const note = plain.locator('noscript p')
  await expect(note).toBeVisible()
  await expect(note).toHaveText('A passkey needs scripts, and this browser runs none.')
  await plain.getByLabel('Why. The member reads this').fill('Asked by mail')
  await plain.getByRole('button', { name: 'Act for the member' }).click()
  await expect(plain.getByRole('alert')).toContainText('Please confirm with your passkey.')
  await expect(plain.getByLabel('Why. The member reads this')).toHaveValue('Asked by mail')
  await context.close()
  await page.getByRole('link', { name: 'Act for the member' }).click()
  await page.getByLabel('Why. The member reads this').fill('Asked by mail')
  await page.getByRole('button', { name: 'Act for the member' }).click()
  const banner = page.getByRole('complementary', { name: 'Support session' })
  await expect(banner).toContainText('Omar Acts, for Mara')
  const tab = await page.context().newPage()
  await tab.goto('/desk/person')
  await tab.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(tab).toHaveURL(/\/desk\/sign-in/)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(banner).toHaveCount(0)
})

test('a form that is open in the visit of one member is not saved for another one, who is visited afterwards', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'support', 'Ida Acts')
  const begin = async () => {
    await memberPage(page, shop)
    await page.getByRole('link', { name: 'Act for the member' }).click()
    await page.getByLabel('Why. The member reads this').fill('Asked on the phone')
    await page.getByRole('button', { name: 'Act for the member' }).click()
    await page.getByRole('link', { name: 'Make a change' }).click()
    await page.getByLabel('What needs to change?').fill('The name on the account')
    await page.getByRole('button', { name: 'Allow this change' }).click()
    const banner = page.getByRole('complementary', { name: 'Support session' })
    await expect(banner).toContainText('can make changes')
  }
  await begin()
  // The passkey is that of the first tab.
  const tab = await page.context().newPage()
  await tab.goto('/account')
  await tab.getByLabel('Last name').fill('Of The First')
  await begin()
  await tab.getByRole('button', { name: 'Save' }).first().click()
  await expect(tab.getByRole('main')).toContainText('Nothing was changed. Open the page again')
  await page.goto('/account')
  await expect(page.getByLabel('Last name')).toHaveValue('Ito')
  await page.getByLabel('Last name').fill('Of The Second')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status').first()).toBeVisible()
})
