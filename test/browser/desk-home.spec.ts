import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('the home page shows what needs staff, and its renewal run links to its rows', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'operations', 'Ines Home')
  await page.goto('/desk')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFineAtBothSizes(page)
  await expect(page.getByRole('row', { name: /Not accounted for 0/ })).toContainText('$0.00')
  // A row for each figure of the day, also in a shop in which nothing has happened.
  const day = page.getByRole('table', { name: 'The day so far' })
  await expect(day.getByRole('rowheader', { name: 'Subscriptions ended' })).toBeVisible()
  // Which outcomes there are depends on the days to which other tests have moved the clock.
  await page.getByRole('table', { name: 'The renewal run by outcome' }).getByRole('link').first().click()
  await page.waitForURL('**/desk/renewals/*')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expectFineAtBothSizes(page)
})

test('the order list fits the window without sideways scrolling', async ({ page, shop }) => {
  await joinDesk(page, shop, 'operations', 'Ines Width')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/desk/orders')
  const region = page.getByRole('region', { name: 'Orders' })
  const [wide, shown] = await region.evaluate((one) => [one.scrollWidth, one.clientWidth])
  expect(wide).toBe(shown)
})

test('without scripts columns are chosen by links, and a view is saved, changed, reset and deleted', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'support', 'Sam Views')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  const heads = () => plain.getByRole('columnheader').allInnerTexts()
  await plain.goto('/desk/orders?sort=total')
  await plain.getByRole('link', { name: 'Columns' }).click()
  await plain.getByRole('link', { name: 'Add: Email' }).click()
  await plain.getByRole('link', { name: 'Remove: Lines' }).click()
  await plain.getByRole('link', { name: 'Earlier: Total' }).click()
  await plain.getByRole('link', { name: 'Show the orders' }).click()
  const chosen = [
    'All on this page',
    'Order',
    'Placed',
    'Total',
    'Member',
    'Payment',
    'Shipment',
    'Place',
    'Email',
  ]
  expect(await heads()).toEqual(chosen)
  await plain.getByRole('link', { name: 'Save view' }).click()
  await plain.getByLabel('Name', { exact: true }).fill('By total')
  await plain.getByRole('button', { name: 'Save view' }).click()
  const view = plain
    .getByRole('navigation', { name: 'Views of orders' })
    .getByRole('link', { name: 'By total' })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await plain.getByLabel('Countries').fill('US')
  await plain.getByRole('button', { name: 'Filter' }).click()
  await expect(plain.getByText('By total is changed', { exact: false })).toBeVisible()
  await plain.getByRole('link', { name: 'put it back' }).click()
  expect(await heads()).toEqual(chosen)
  await expect(plain.getByText('By total is changed', { exact: false })).toBeHidden()
  await plain.getByRole('link', { name: 'Save view' }).click()
  await plain.getByRole('button', { name: 'Delete: By total' }).click()
  await expect(plain.getByRole('button', { name: 'Delete: By total' })).toBeHidden()
  await context.close()
})

test('the pages of views and columns are accessible at both sizes', async ({ page, shop }) => {
  await joinDesk(page, shop, 'owner', 'Olive Views')
  for (const path of [
    '/desk/orders/columns',
    '/desk/orders/views?state=shipped',
    '/desk/tasks/shipment-to-pack',
  ]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
})
