import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a holiday is added without scripts, and a fee needs a second person; the pages fit and are accessible', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Ships')
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await plain.addCookies(await page.context().cookies())
  const desk = await plain.newPage()
  await desk.goto('/desk/places')
  await desk.getByLabel('Country with holidays of its own').fill('de')
  await desk.getByRole('button', { name: 'Add holidays' }).click()
  await desk.getByLabel('Holidays').fill('10-03 Unity Day\n13-01 No Day')
  await desk.getByRole('button', { name: 'Preview the change' }).click()
  await expect(desk.getByRole('alert')).toContainText('such as 10-03 Unity Day')
  await expect(desk.getByLabel('Holidays')).toHaveValue('10-03 Unity Day\n13-01 No Day')
  await desk.getByLabel('Holidays').fill('10-03 Unity Day')
  await desk.getByRole('button', { name: 'Preview the change' }).click()
  await expect(desk.getByRole('heading', { name: 'What changes' })).toBeVisible()
  await desk.getByLabel('Reason').fill('Carriers rest.')
  await desk.getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByText('Published.')).toBeVisible()
  await expect(desk.getByText('Unity Day')).toBeVisible()

  await page.goto('/desk/places')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'Expedited' }).click()
  await expectFineAtBothSizes(page)
  await page.getByLabel('Fee in USD').fill('14.50')
  await page.getByRole('button', { name: 'Preview the change' }).click()
  await expect(page.getByRole('button', { name: 'Ask a second person' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByLabel('Reason').fill('Carriers ask for more.')
  await page.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page).toHaveURL(/\/desk\/approvals\//)
  await expect(page.getByText('fees USD: $12.00 → $14.50')).toBeVisible()
  await expectFineAtBothSizes(page)
})
