import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { shopToday } from './buying.ts'
import { expectFine, expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { shopCommand } from './operator.ts'
import { expect, test } from './running-shop.ts'

test('the buyers of a lot are found from an order, on the lot’s page and in its file, also without scripts', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Lots')
  const lot = `BR${randomUUID().slice(0, 6).toUpperCase()}`
  const day = (await shopToday(page)).add({ months: 2 }).toString()
  const post = (path: string, data: object) => page.request.post(`/api/desk/${path}`, { data })
  // Units without a lot are packed first: the count leaves none of them.
  const received = {
    product: 'pds-08',
    kind: 'received',
    note: 'Delivery 7',
    lot,
    best_before: day,
    units: 400,
  }
  expect((await post('stock/movements/', { ...received, request_id: randomUUID() })).status()).toBe(200)
  await shopCommand(shop, 'stock', 'pds-08', '400')
  const { number, email } = await buyByApi(shop, { code: 'pds-wk' })
  expect((await post(`orders/${number}/pack/`, {})).status()).toBe(200)

  await page.goto(`/desk/orders/${number}`)
  await page.getByRole('link', { name: lot }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Lot ${lot}` })).toBeVisible()
  const row = page
    .getByRole('table', { name: `Shipments with lot ${lot}` })
    .getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText(email)
  await expect(row).toContainText('packed')
  await expectFineAtBothSizes(page)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.setViewportSize({ width: 390, height: 664 })
  await plain.goto('/desk/stock')
  await plain.getByRole('link', { name: 'pds-08', exact: true }).click()
  await plain.getByRole('link', { name: lot }).first().click()
  await expect(plain.getByRole('link', { name: number })).toBeVisible()
  const download = plain.waitForEvent('download')
  await plain.getByRole('link', { name: 'Export as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(number)
  await plain.getByRole('link', { name: number }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toContainText(number)
  await context.close()

  // Who sees no names gets the same page without them.
  const masked = await browser.newPage({ baseURL: shop.url })
  await joinDesk(masked, shop, 'read-only', 'Rita Lots')
  await masked.goto(`/desk/stock/lots/${lot}`)
  await expect(masked.getByRole('link', { name: number })).toBeVisible()
  await expect(masked.getByRole('main')).not.toContainText(email)
  await expectFine(masked)
  await masked.context().close()
})
