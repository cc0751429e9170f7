import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

const openMember = async (page: Page, email: string): Promise<void> => {
  await page.goto(`/desk/find?q=${encodeURIComponent(email)}`)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Coming orders' })).toBeVisible()
}

test('staff move an order by keyboard with a preview before and after, and the history says why', async ({
  page,
  shop,
}) => {
  const { email } = await buyByApi(shop, { code: 'syn-wk' })
  await joinDesk(page, shop, 'support', 'Sam Moves')
  await openMember(page, email)
  await expectFineAtBothSizes(page)
  await page.getByRole('table', { name: 'Subscriptions' }).getByRole('link').click()
  await expectFineAtBothSizes(page)
  await page
    .getByRole('navigation', { name: 'Changes' })
    .getByRole('link', { name: 'Change date' })
    .press('Enter')
  const day = page.getByLabel('Next order', { exact: true })
  const later = Temporal.PlainDate.from(await day.inputValue()).add({ days: 6 })
  await day.fill(later.toString())
  await page.getByRole('button', { name: /^Preview/ }).press('Enter')
  await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByLabel('Why. The member reads this').fill('Asked by mail')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'It is changed.' })).toBeFocused()
  await expect(page.getByText('Sam Moves, for the member: “Asked by mail”')).toBeVisible()
})

test('without scripts an address is previewed and a subscription is canceled, and typed text stays', async ({
  page,
  shop,
  browser,
}) => {
  const { email } = await buyByApi(shop, { code: 'syn-wk' })
  await joinDesk(page, shop, 'operations', 'Ines Plain')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await openMember(plain, email)
  await plain.getByRole('table', { name: 'Subscriptions' }).getByRole('link').click()
  const changes = plain.getByRole('navigation', { name: 'Changes' })
  await changes.getByRole('link', { name: 'Address' }).click()
  await plain.getByLabel('Zip code').fill('1')
  await plain.getByRole('button', { name: 'Preview' }).click()
  await expect(plain.getByRole('alert')).toBeVisible()
  await expect(plain.getByLabel('Zip code')).toHaveValue('1')
  await changes.getByRole('link', { name: 'Cancel subscription' }).click()
  await plain.getByLabel('Why. The member reads this').fill('Moves abroad')
  await plain.getByRole('button', { name: 'Cancel now' }).click()
  await expect(plain.getByText('It is changed.')).toBeVisible()
  await expect(plain.getByText('No order is coming.').first()).toBeVisible()
  await context.close()
})
