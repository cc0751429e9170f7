import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

const csv = (...rows: readonly string[]) => ({
  name: 'ups.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['order,carrier,tracking', ...rows].join('\n')),
})

test('without scripts a file of tracking numbers is read, previewed and applied', async ({
  page,
  shop,
  browser,
}) => {
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Dario Imports')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk/fulfillment/tracking')
  await plain.getByLabel('CSV or JSON file').setInputFiles({ ...csv(), buffer: Buffer.from('nothing') })
  await plain.getByRole('button', { name: 'Read the file' }).click()
  await expect(plain.getByRole('alert')).toContainText('not known')
  await plain
    .getByLabel('CSV or JSON file')
    .setInputFiles(csv(`${number},ups,1Z${number}`, 'L000000000,ups,1Z0'))
  await plain.getByRole('button', { name: 'Read the file' }).click()
  await expect(plain.getByText('There is no order L000000000.')).toBeVisible()
  await plain.getByRole('button', { name: 'Ship 1' }).click()
  await expect(async () => {
    await plain.reload()
    await expect(plain.getByText('It is done.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await plain.goto(`/desk/orders/${number}`)
  await expect(plain.getByText(`1Z${number}`).first()).toBeVisible()
  await context.close()
})

test('the pages of an import, of batches and of approvals are accessible at both sizes', async ({
  page,
  shop,
}) => {
  const { number } = await buyByApi(shop)
  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'operations', 'Dario Batches')
  await page.goto('/desk/fulfillment/tracking')
  await expectFineAtBothSizes(page)
  await page.getByLabel('CSV or JSON file').setInputFiles(csv(`${number},pigeon,1Z1`))
  await page.getByRole('button', { name: 'Read the file' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Rows that are left out' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.goto('/desk/fulfillment?until=2099-01-01')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Make a batch' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Batch')
  await expect(page.getByText('You pack it.')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Close the batch' }).press('Enter')
  await expect(page.getByText('Closed. Dario Batches had it.')).toBeVisible()
  for (const path of [
    '/desk/fulfillment/batches',
    '/desk/fulfillment/batches?state=closed',
    '/desk/approvals',
  ]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
})
