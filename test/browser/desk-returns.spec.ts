import type { Page } from '@playwright/test'
import { choose, fillAddress, newEmail, pay, startCheckout } from './buying.ts'
import { expectFineAtBothSizes, joinDesk, shopCommand } from './desk-person.ts'
import { expect, test } from './running-shop.ts'
import type { RunningShop } from './shop-child.ts'

let tracked = 0

/** Somebody who has what they ordered in their hands and asks to return it; answers the number of the return. */
const askedToReturn = async (page: Page, shop: RunningShop, frequency = '1 month'): Promise<string> => {
  const email = newEmail()
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', frequency)
  await startCheckout(page)
  await fillAddress(page, { email })
  await pay(page, 'approve', true)
  await page.waitForURL(/\/thank-you/)
  const number = /L[A-Z0-9]{9}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
  const tracking = `1ZBACK${number}${(tracked += 1)}`
  await shopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  await shopCommand(shop, 'shipments', 'event', tracking, 'delivered')
  await page.goto(`/return?number=${number}`)
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Find the order' }).click()
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText(`${number}-R1`).first()).toBeVisible()
  return `${number}-R1`
}

test('on a phone, without scripts: a return is scanned, counted, previewed and received', async ({
  page,
  shop,
  browser,
}) => {
  const number = await askedToReturn(page, shop)
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

test('the list of returns and the page of a return are accessible at both sizes, also with a preview', async ({
  page,
  shop,
}) => {
  const number = await askedToReturn(page, shop)
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

test('a package above the limit waits for a second person with its count, who receives it', async ({
  page,
  shop,
  browser,
}) => {
  const number = await askedToReturn(page, shop, '6 months')
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
