import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('without scripts a number of the report leads to its rows, and the rows to the subscription', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'finance', 'Olu Reports')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk')
  await plain.getByRole('link', { name: 'Report' }).first().click()
  await expect(plain.getByRole('img', { name: /^Recurring revenue from opening to closing/ })).toBeVisible()
  const table = plain.getByRole('table', { name: 'From opening to closing, to the cent' })
  await table.getByRole('row', { name: /^New/ }).getByRole('link').first().click()
  await expect(plain.getByRole('heading', { name: 'New subscriptions' })).toBeVisible()
  await plain.getByRole('table').getByRole('link').first().click()
  await plain.waitForURL('**/desk/subscriptions/*')
  await plain.goto('/desk/report/orders')
  await plain.getByLabel('From month').fill('2020-01')
  await plain.getByRole('button', { name: 'Show' }).click()
  await expect(plain.getByRole('alert')).toContainText('Please choose from 1 to 24 months')
  await context.close()
})

test('every part of the report is accessible at both sizes', async ({ page, shop }) => {
  await joinDesk(page, shop, 'marketing', 'Ada Counts')
  const rows = '/desk/report/rows?number=new&to=2099-12'
  for (const part of ['revenue', 'orders', 'cohorts', 'declined', 'buying', 'coupons', 'stock'])
    for (const path of [`/desk/report/${part}`, ...(part === 'revenue' ? [rows] : [])]) {
      await page.goto(path)
      await expectFineAtBothSizes(page)
    }
})
