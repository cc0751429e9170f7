import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

test('a batch is created, partly released and closed, and its lists are files', async ({ page, shop }) => {
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Dario Batch')
  await page.goto('/desk/fulfillment?until=2099-01-01')
  await page.getByLabel(/Shipments, of \d+ in no batch/).fill('100')
  await page.getByRole('button', { name: 'Make a batch' }).click()
  await expect(page.getByRole('heading', { name: /^Batch \d+$/ })).toBeVisible()
  await expect(page.getByText('You pack it.')).toBeVisible()
  await expectFineAtBothSizes(page)
  const address = page.url()
  for (const name of ['Pick list', 'Packing slips']) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  }
  await page.getByRole('button', { name: `Put back: ${number}` }).click()
  await expect(page.getByRole('button', { name: `Put back: ${number}` })).toHaveCount(0)

  await page.goto('/desk/fulfillment/batches')
  await expectFineAtBothSizes(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Close the batch' }).click()
  await expect(page.getByText('Closed. Dario Batch had it.')).toBeVisible()
  await page.goto('/desk/fulfillment?until=2099-01-01')
  await expect(page.getByRole('link', { name: number })).toBeVisible()
})
