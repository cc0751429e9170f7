import { fillAddress, newEmail, pay, startCheckout } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a plan of a new product is created, published and bought by a visitor, and invalid values are shown at their fields', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Catalogue')
  await page.goto('/desk/catalogue')
  await expect(page.getByRole('link', { name: 'syn-wk', exact: true })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'New plan' }).click()
  await expectFineAtBothSizes(page)
  const plan = page.getByRole('group', { name: 'Plan' })
  await page.getByLabel('Code', { exact: true }).fill('ev-once')
  await plan.getByLabel('Product', { exact: true }).fill('ev-03')
  await plan.getByLabel('Name on orders').fill('EV-03 Evening Synbiotic, trial, once')
  await plan.getByLabel('Most in one cart').fill('2')
  await plan.getByLabel('Days it lasts').fill('30')
  await plan.getByLabel('Pieces in it').fill('30')
  await plan.getByLabel('Units of stock it takes').fill('1')
  await plan.getByLabel('Sold by itself').check()
  for (const [currency, price] of [
    ['USD', '-19.00'],
    ['CAD', '25.00'],
    ['EUR', '17.00'],
    ['GBP', '15.00'],
  ] as const)
    await page.getByLabel(currency, { exact: true }).fill(price)
  await page.getByLabel('Description').first().fill('A capsule in the evening.')
  await page.getByLabel('Picture', { exact: true }).first().selectOption('shipping-box')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('alert')).toContainText('Not a price in USD')
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('ev-once')
  await expect(plan.getByLabel('Sold by itself')).toBeChecked()
  await page.getByLabel('USD', { exact: true }).fill('19.00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. New buyers see it at once.')).toBeFocused()
  await expectFineAtBothSizes(page)
  await page.goto('/desk/stock')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'ev-03' }).click()
  await expectFineAtBothSizes(page)
  await page.getByLabel('How many').fill('none')
  await page.getByLabel('What it is').fill('First delivery')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter a whole number from 1.')
  await expect(page.getByLabel('What it is')).toHaveValue('First delivery')
  await page.getByLabel('How many').fill('3')
  await page.getByLabel('Lot, if it has one').fill('ev 26-11a')
  await page.getByLabel('Best before').fill('2040-03-08')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The stock is changed.' })).toBeFocused()
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'EV2611A' }).click()
  await expect(page.getByText('No unit of this lot is in a shipment.')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.goto('/desk/stock/receipts/file')
  await expectFineAtBothSizes(page)

  const stranger = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await stranger.goto('/products/ev-03')
  await expect(stranger.getByRole('heading', { name: 'Evening Synbiotic' })).toBeVisible()
  await expect(stranger.getByText('$19.00').first()).toBeVisible()
  await startCheckout(stranger)
  await fillAddress(stranger, { email: newEmail() })
  await pay(stranger, 'approve', true)
  await expect(stranger).toHaveURL(/\/thank-you\?checkout=/)
  await expect(stranger.getByRole('main')).toContainText('EV-03 Evening Synbiotic')
  await stranger.context().close()
})

test('without scripts two editors conflict: the second sees the change of the first, and restores a version', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'owner', 'Olga Catalogue')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const one of [first, second]) await one.goto('/desk/catalogue/entries/vs-rst')
  await first.getByLabel('EUR', { exact: true }).fill('62.99')
  await first.getByRole('button', { name: 'Preview' }).click()
  await first.getByRole('button', { name: 'Publish' }).click()
  await expect(first.getByText('Published. New buyers see it at once.')).toBeVisible()
  await second.getByRole('textbox', { name: 'Note when it ships later' }).fill('Est. 5 weeks')
  await second.getByRole('button', { name: 'Preview' }).click()
  await expect(second.getByRole('heading', { name: 'Changed by someone else meanwhile' })).toBeVisible()
  await expect(second.getByLabel('EUR', { exact: true })).toHaveValue('62.99')
  await expect(second.getByRole('textbox', { name: 'Note when it ships later' })).toHaveValue('Est. 5 weeks')
  await second.getByRole('button', { name: 'Publish' }).click()
  await expect(second.getByText('Published. New buyers see it at once.')).toBeVisible()
  await second.getByRole('region', { name: 'Versions of vs-rst' }).getByRole('link').last().click()
  await expect(second.getByRole('heading', { name: 'What restoring it would change' })).toBeVisible()
  await second.getByRole('button', { name: 'Restore' }).click()
  await expect(second.getByText('The earlier version is published again.')).toBeVisible()
  await page.goto('/desk/catalogue/entries/vs-rst/versions/1')
  await expectFineAtBothSizes(page)
  await context.close()
})

test('marketing requests a change with a reason, and another person publishes it; the pages are accessible at both sizes', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Prepares')
  await page.goto('/desk/catalogue/entries/pds-rf')
  await page.getByRole('textbox', { name: 'Note when it ships later' }).fill('Est. 6 weeks')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expectFineAtBothSizes(page)
  await page.getByLabel('Reason').fill('The supplier is late')
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change of pds-rf')
  await expectFineAtBothSizes(page)
  const other = await browser.newPage({ baseURL: shop.url })
  await joinDesk(other, shop, 'operations', 'Omar Publishes')
  await other.goto(new URL(page.url()).pathname)
  await expect(other.getByRole('main')).toContainText('Est. 6 weeks')
  await other.getByRole('button', { name: 'Approve, and publish' }).click()
  await expect(other.getByRole('main')).toContainText('It was approved')
  await other.goto('/desk/catalogue/entries/pds-rf')
  await expect(other.getByRole('textbox', { name: 'Note when it ships later' })).toHaveValue('Est. 6 weeks')
  await other.context().close()
})
