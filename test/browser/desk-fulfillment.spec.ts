import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { code39, installBarcodeDetector } from './fake-camera.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

test('on a phone without scripts an order is scanned, packed and gets its label', async ({
  page,
  shop,
  browser,
}) => {
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Dario Packs')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: shop.url,
    viewport: { width: 390, height: 664 },
  })
  await context.addCookies(await page.context().cookies())
  const phone = await context.newPage()
  await phone.goto(`/desk/fulfillment/${number}`)
  const code = phone.getByLabel('Scan or type the code of a product')
  await expect(code).toBeInViewport()
  await code.fill('no-such-code')
  await code.press('Enter')
  await expect(phone.getByRole('alert')).toContainText('no-such-code is not in this shipment.')
  await code.fill('syn-rf')
  await code.press('Enter')
  await expect(phone.getByText('scanned', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(phone.getByText('It is packed.')).toBeVisible()
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Buy and print the label' }).click()
  expect((await download).suggestedFilename()).toBe(`label-${number}.pdf`)
  await context.close()
})

test('a device without a camera has no camera button', async ({ page, shop }) => {
  await page.addInitScript(installBarcodeDetector, code39)
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Dario Without')
  await page.goto(`/desk/fulfillment/${number}`)
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(true)
  await expect(page.getByLabel('Scan or type the code of a product')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan with camera' })).toBeHidden()
})

test('the fulfillment list and the packing pages are accessible at both sizes', async ({ page, shop }) => {
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'support', 'Sam Packs')
  for (const path of [
    '/desk/fulfillment',
    '/desk/fulfillment?until=2099-01-01',
    `/desk/fulfillment/${number}`,
  ]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
})
