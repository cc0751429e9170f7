import type { Page } from '@playwright/test'
import { shopToday } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

/** How many subscriptions the preview says are affected. */
const affectedIn = async (page: Page): Promise<number> => {
  const table = page.getByRole('table', { name: 'Subscriptions by plan and currency' })
  const names = await table.locator('thead th').allInnerTexts()
  const at = names.findIndex((name) => name.trim().toLowerCase() === 'affected')
  const cells = await table.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts()
  return cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)
}

test('a price increase is previewed and requested without scripts, approved with a passkey by another person, and withdrawn', async ({
  page,
  shop,
  browser,
}) => {
  // So far ahead that no notice is due in the shop, whose clock other tests of this worker have moved by months.
  const day = (await shopToday(page)).add({ months: 8 }).toString()
  await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Omar Asks')
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await plain.addCookies(await page.context().cookies())
  const asking = await plain.newPage()
  await asking.goto('/desk/catalogue')
  await asking.getByRole('link', { name: 'Price increases' }).first().click()
  await asking.getByRole('link', { name: 'New price increase' }).click()
  await asking.getByLabel('For orders from').fill(day)
  await asking.getByLabel(/syn-rf, in USD/).fill('$59.99')
  await asking.getByLabel('Percent that leave').fill('5')
  await asking.getByRole('button', { name: 'Preview' }).click()
  await expect(asking.getByRole('table', { name: 'Notices by place' })).toBeVisible()
  await expect(asking.getByRole('table', { name: 'Revenue by month, USD' })).toBeVisible()
  await expect(asking.getByRole('table', { name: 'What it brings if members leave, USD' })).toBeVisible()
  await expect(asking.getByRole('img', { name: /What it brings in 12 months, in USD/ })).toBeVisible()
  const affected = asking.getByLabel('How many subscriptions are affected')
  await affected.fill('999999')
  await asking.getByLabel('Reason').fill('Glass costs more.')
  await asking.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(asking.getByText('This is not the number').first()).toBeVisible()
  await expect(asking.getByLabel('Reason')).toHaveValue('Glass costs more.')
  // Other tests of this worker have subscribed in the same shop.
  await affected.fill(String(await affectedIn(asking)))
  await asking.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(asking.getByText('waiting for a second person')).toBeVisible()
  const path = new URL(asking.url()).pathname
  await page.goto('/desk/price-increases')
  await expectFineAtBothSizes(page)
  await page.goto(path)
  await expectFineAtBothSizes(page)
  await page.goto('/desk/price-increases/new')
  await page.getByLabel('For orders from').fill(day)
  await page.getByLabel(/syn-rf, in USD/).fill('59.99')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('table', { name: 'Notices by place' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: /^Read the notice/ }).click()
  await expect(page.getByText('will cost $59.99 instead of $49.99')).toBeVisible()
  await expectFineAtBothSizes(page)

  const other = await browser.newContext({ baseURL: shop.url })
  const second = await other.newPage()
  await joinDesk(second, shop, 'owner', 'Olive Approves')
  await second.goto(path)
  await second.getByRole('link', { name: 'See the request for a second person' }).click()
  await second.getByRole('button', { name: 'Approve, and schedule the price increase' }).click()
  await expect(second.getByText('It is approved and carried out.')).toBeVisible()
  await second.goto(path)
  await expect(second.getByText('planned')).toBeVisible()
  await expectFineAtBothSizes(second)
  await second.getByRole('link', { name: /Notice is not due yet/ }).click()
  await expect(second.getByRole('table')).toBeVisible()
  await expectFineAtBothSizes(second)

  await asking.reload()
  await asking.getByLabel('Reason').fill('Not this year.')
  await asking.getByRole('button', { name: 'Withdraw this price increase' }).click()
  await expect(asking.getByText('withdrawn')).toBeVisible()
  for (const context of [plain, other]) await context.close()
})
