import { shopToday, travelTo } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { makeWebhook, passkeyLink, reportPackage } from './desk-scenes.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

test('a dispute with its evidence is accessible at both sizes, and names the mails that were sent', async ({
  page,
  shop,
}) => {
  const { number } = await buyByApi(shop, { card: 'disputed' })
  await travelTo(page, (await shopToday(page)).add({ days: 4 }))
  await joinDesk(page, shop, 'finance', 'Olu Disputes')
  await page.goto(`/desk/orders/${number}/dispute`)
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(`: “Your order ${number}”`)
  await expectFineAtBothSizes(page)
})

test('a lost package is listed on the fulfillment page and in its worklist', async ({ page, shop }) => {
  const { number } = await buyByApi(shop)
  await reportPackage(shop, number, 'lost')
  await joinDesk(page, shop, 'operations', 'Ines Lost')
  await page.goto('/desk/fulfillment')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: /lost or came back$/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible()
  await expectFineAtBothSizes(page)
})

test('a list of orders is exported and its orders are tagged, and the pages are accessible at both sizes', async ({
  page,
  shop,
}) => {
  const { number } = await buyByApi(shop)
  await joinDesk(page, shop, 'operations', 'Ines Files')
  await page.goto(`/desk/orders/exports?q=${number}`)
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Start the export' }).click()
  const link = page.getByRole('link', { name: 'Download orders.csv' })
  await expect(link).toBeVisible()
  await expectFineAtBothSizes(page)
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('orders.csv')
  await page.goto(`/desk/orders?q=${number}&chosen=all`)
  await page.getByRole('button', { name: 'Tag…' }).click()
  await expect(page).toHaveURL(/\/desk\/orders\/tags/)
  await expectFineAtBothSizes(page)
})

test('the page of a webhook delivery is accessible at both sizes', async ({ page, shop }) => {
  await joinDesk(page, shop, 'owner', 'Vera Events')
  await makeWebhook(page, 'Eastbox')
  await buyByApi(shop)
  await page.goto('/desk/developers')
  await page.getByRole('link', { name: 'Eastbox' }).click()
  await page.getByRole('link', { name: 'order.created' }).first().click()
  await expect(page.getByRole('region', { name: 'Body of the message' })).toContainText('"order.created"')
  await expectFineAtBothSizes(page)
})

test('the pages for signing in, joining and an invalid link are accessible at both sizes', async ({
  page,
  shop,
  browser,
}) => {
  const { email } = await joinDesk(page, shop, 'support', 'Sam Joins')
  const invited = `invited-${email}`
  const paths = [
    '/desk/sign-in',
    await passkeyLink(shop, invited),
    await passkeyLink(shop, email),
    '/desk/join/a-link-that-is-not-there',
  ]
  const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })
  const visitor = await context.newPage()
  for (const path of paths) {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFineAtBothSizes(visitor)
  }
  await context.close()
})
