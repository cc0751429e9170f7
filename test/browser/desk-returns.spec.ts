import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { requestedReturn } from './desk-scenes.ts'
import { expect, test } from './running-shop.ts'

test('on a phone without scripts a return is scanned, counted, previewed and received', async ({
  page,
  shop,
  browser,
}) => {
  const number = await requestedReturn(page, shop)
  await joinDesk(page, shop, 'support', 'Sam Receives')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: shop.url,
    viewport: { width: 390, height: 664 },
  })
  await context.addCookies(await page.context().cookies())
  const phone = await context.newPage()
  await phone.goto('/desk/fulfillment/returns')
  const scanned = phone.getByLabel('Scan or type the number')
  await expect(scanned).toBeInViewport()
  await scanned.fill('no-such-number')
  await scanned.press('Enter')
  await expect(phone.getByRole('alert')).toContainText('No return has the number no-such-number')
  await scanned.fill(number.toLowerCase())
  await scanned.press('Enter')
  await expect(phone.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await phone.getByRole('button', { name: 'Preview the refund' }).click()
  await expect(phone.getByRole('alert')).toContainText('Please tell the member')
  await phone.getByLabel(/^As good as new/).fill('1')
  await phone.getByRole('button', { name: 'Preview the refund' }).click()
  await phone.getByRole('button', { name: /^Receive it, and refund \$/ }).click()
  await expect(phone.getByRole('status')).toContainText('It is received.')
  await expect(phone.getByText(/Sam Receives \(support\) received it on/)).toBeVisible()
  await context.close()
})

test('the list of returns and a return’s page are accessible at both sizes, also with a preview', async ({
  page,
  shop,
}) => {
  const number = await requestedReturn(page, shop)
  await joinDesk(page, shop, 'operations', 'Dario Receives')
  for (const path of [
    '/desk/fulfillment/returns',
    '/desk/fulfillment/returns?q=nothing',
    `/desk/fulfillment/returns/${number}`,
  ]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
  await page.getByLabel(/^Opened or damaged/).fill('1')
  await page.getByRole('button', { name: 'Preview the refund' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What happens' })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: /^Receive it, and refund \$/ }).press('Enter')
  await expect(page.getByRole('status')).toBeFocused()
  await expectFineAtBothSizes(page)
})

test('a return above the limit waits with its count for a second person, who receives it', async ({
  page,
  shop,
  browser,
}) => {
  const number = await requestedReturn(page, shop, 'syn-rf-6mo')
  await joinDesk(page, shop, 'support', 'Sam Counts')
  await page.goto(`/desk/fulfillment/returns/${number}`)
  await page.getByLabel(/^As good as new/).fill('1')
  await page.getByRole('button', { name: 'Preview the refund' }).click()
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Ask a second person for it' }).click()
  await expect(page.getByRole('alert')).toContainText('Please give a reason.')
  await page.getByLabel('Reason, for who decides').fill('The seals are closed.')
  await page.getByRole('button', { name: 'Ask a second person for it' }).click()
  await expect(page.getByText('You requested it, so another person decides.')).toBeVisible()
  const path = new URL(page.url()).pathname

  const other = await browser.newContext({ baseURL: shop.url })
  const second = await other.newPage()
  await joinDesk(second, shop, 'operations', 'Olga Receives')
  await second.goto(path)
  await expect(second.getByText('Reason: “The seals are closed.”')).toBeVisible()
  await expect(second.getByText('Back to stock: 1. Written off: 0.')).toBeVisible()
  await expectFineAtBothSizes(second)
  await second.getByRole('button', { name: /^Approve/ }).click()
  await expect(second.getByRole('status')).toBeVisible()
  await page.goto(`/desk/fulfillment/returns/${number}`)
  await expect(page.getByText(/Olga Receives \(operations\) received it on/)).toBeVisible()
  await other.close()
})
