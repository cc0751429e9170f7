import { readFile } from 'node:fs/promises'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a coupon is created, tested, changed and ended; errors are shown and no typed text is lost', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Coupon')
  await page.goto('/desk/coupons')
  await expect(page.getByRole('link', { name: 'FOREVER15' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'New coupon' }).click()
  await expectFineAtBothSizes(page)
  // Their summaries name these lists already; the sheet that hides the second name is shared with pages of members.
  for (const box of await page.locator('details > fieldset > legend').all())
    await expect(box).toHaveCSS('width', '1px')
  await page.getByLabel('Code', { exact: true }).fill('winter-sun')
  await page.getByLabel('Takes off').fill('120')
  await page.locator('input[name=plans][value=syn-wk]').check()
  await page.getByLabel('Uses, of all buyers together').fill('50')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter a percentage up to 100.')
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('winter-sun')
  await expect(page.locator('input[name=plans][value=syn-wk]')).toBeChecked()
  await page.getByLabel('Takes off').fill('12.5')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await expect(page.getByRole('heading', { name: 'WINTER-SUN' })).toBeVisible()
  await expectFineAtBothSizes(page)

  await page.getByLabel('In the cart').selectOption('vs-wk')
  await page.getByRole('button', { name: 'Try' }).click()
  await expect(page.getByText('It doesn’t apply to the items in your cart.')).toBeVisible()
  await expect(page.getByText('It has uses left: 50 of 50')).toBeVisible()
  await expectFineAtBothSizes(page)

  await page.getByLabel('Uses, of all buyers together').fill('60')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('0 of 60')).toBeVisible()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByText('The coupon has ended.')).toBeFocused()
  await page.goto('/desk/coupons?state=ended')
  await expect(page.getByRole('link', { name: 'WINTER-SUN' })).toBeVisible()
  await page.goto('/desk/find?q=winter-s')
  await page.getByRole('link', { name: 'WINTER-SUN' }).click()
  await expect(page.getByRole('heading', { name: 'WINTER-SUN' })).toBeVisible()
})

test('without scripts a batch of codes is created and downloaded as a file', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Batch')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk/coupons/batches')
  await plain.getByLabel('Codes begin with').fill('roots')
  await plain.getByLabel('How many').fill('many')
  await plain.getByLabel('Takes off').fill('15')
  await plain.getByLabel('In', { exact: true }).selectOption('fixed')
  await plain.getByRole('button', { name: 'Make codes' }).click()
  await expect(plain.getByText('Please enter a whole number.').first()).toBeVisible()
  await expect(plain.getByLabel('Codes begin with')).toHaveValue('roots')
  await plain.getByLabel('How many').fill('120')
  await plain.getByRole('button', { name: 'Make codes' }).click()
  await expect(plain.getByText('The codes are being made.')).toBeVisible()
  const file = plain.getByRole('link', { name: 'ROOTS: codes as CSV' })
  await expect(async () => {
    await plain.reload()
    await expect(file).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const loading = plain.waitForEvent('download')
  await file.click()
  const text = await readFile(await (await loading).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(121)
  await page.goto('/desk/coupons/batches')
  await expectFineAtBothSizes(page)
  await context.close()
})
