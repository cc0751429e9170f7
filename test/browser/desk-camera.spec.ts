import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { code39, installBarcodeDetector, noteCameras, withCamera, writeCameraFile } from './fake-camera.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

const cameraFile = join(tmpdir(), `loam-camera-${process.pid}.y4m`)
writeCameraFile(cameraFile, ['SYN-RF'])
test.afterAll(() => rmSync(cameraFile, { force: true }))
test.use({ launchOptions: withCamera(cameraFile) })
// One browser with a camera for all of them.
test.describe.configure({ mode: 'default' })

const phone = { width: 390, height: 664 }
const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan with camera' })

const isCameraOn = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => 'isCameraOn' in window && typeof window.isCameraOn === 'function' && window.isCameraOn(),
  )

test('on a phone and by keyboard the camera counts two units one after the other, and is off afterwards', async ({
  page,
  shop,
}) => {
  await page.addInitScript(installBarcodeDetector, code39)
  const { number } = await buyByApi(shop, { quantity: 2 })
  await joinDesk(page, shop, 'operations', 'Dario Scans')
  await page.context().grantPermissions(['camera'])
  await page.setViewportSize(phone)
  await page.goto(`/desk/fulfillment/${number}`)
  await expect(scanButton(page)).toBeInViewport()
  await expect(page.getByText('scan it')).toBeVisible()
  const counted = page.waitForURL(/\?scanned=1&camera=on$/)
  await scanButton(page).press('Enter')
  await counted
  await expect(page.getByText('1 scanned')).toBeVisible()
  // The camera goes on by itself; the unit that was counted is not counted again while it is in the picture.
  await page.waitForURL(/\?scanned=2&camera=on$/)
  await expect(page.getByRole('button', { name: 'Mark as packed', exact: true })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})

test('the camera is stopped by its button, by leaving, and by another app; its page is accessible meanwhile', async ({
  page,
  shop,
}) => {
  await page.addInitScript(noteCameras)
  // There is nothing in the picture that it can read.
  await page.addInitScript(() => {
    class BarcodeDetector {
      static getSupportedFormats = () => Promise.resolve(['code_39'])
      detect = () => Promise.resolve([])
    }
    Object.assign(window, { BarcodeDetector })
  })
  const { number } = await buyByApi(shop, { quantity: 2 })
  await joinDesk(page, shop, 'operations', 'Dario Stops')
  await page.context().grantPermissions(['camera'])
  await page.setViewportSize(phone)
  await page.goto(`/desk/fulfillment/${number}`)
  const [stop, status] = [page.getByRole('button', { name: 'Stop the camera' }), page.getByRole('status')]
  const start = async (): Promise<void> => {
    await scanButton(page).click()
    await expect(status).toHaveText('Hold the barcode in front of the camera.')
    expect(await isCameraOn(page)).toBe(true)
  }
  await start()
  await expect(page.getByLabel('What the camera sees')).toBeVisible()
  await expectFineAtBothSizes(page)
  await stop.click()
  await expect(status).toHaveText('The camera is off.')
  expect(await isCameraOn(page)).toBe(false)
  await start()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  expect(await isCameraOn(page)).toBe(false)
  await start()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(await isCameraOn(page)).toBe(false)
})

test('when the camera is not allowed the page says so, and the code can be typed', async ({ page, shop }) => {
  await page.addInitScript(installBarcodeDetector, code39)
  const { number } = await buyByApi(shop, { quantity: 2 })
  await joinDesk(page, shop, 'operations', 'Dario Denied')
  await page.goto(`/desk/fulfillment/${number}`)
  await scanButton(page).click()
  await expect(page.getByRole('status')).toHaveText(
    'The camera is blocked. Allow it for this site in the browser, or type the code.',
  )
  const code = page.getByLabel('Scan or type the code of a product')
  await code.fill('syn-rf')
  await code.press('Enter')
  await page.waitForURL(/\?scanned=1$/)
})

test('a browser that cannot read barcodes has no camera button', async ({ page, shop }) => {
  const { number } = await buyByApi(shop, { quantity: 2 })
  await joinDesk(page, shop, 'operations', 'Dario Types')
  await page.goto(`/desk/fulfillment/${number}`)
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false)
  await expect(page.getByLabel('Scan or type the code of a product')).toBeVisible()
  await expect(scanButton(page)).toBeHidden()
})
