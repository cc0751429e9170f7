import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { shopCommand } from './operator.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

/** The number of the first order in the list. */
const firstNumber = async (page: Page, query = ''): Promise<string> => {
  await page.goto(`/desk/orders${query}`)
  return (await page.getByRole('rowheader').first().innerText()).trim()
}

test('orders are found, filtered and paged by keyboard alone', async ({ page, shop }) => {
  await joinDesk(page, shop, 'operations', 'Ines Aguiar')
  const number = await firstNumber(page)
  await page.goto('/desk/orders')
  await expectFineAtBothSizes(page)
  await page.goto('/desk/orders?q=nobody%40example.com')
  await expect(page.getByText('No order is like this.')).toBeVisible()
  await page.goto('/desk/orders?state=lost')
  await expect(page.getByText('state=lost')).toBeVisible()
  await page.goto('/desk/orders')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/desk/orders/${number}?list=`)
  await page.keyboard.press('/')
  // What was opened last is there; what is typed at a link goes on in the field.
  const dialog = page.getByRole('dialog', { name: 'Search the desk' })
  await expect(dialog.getByRole('link', { name: number })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link').first()).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Space')
  const look = dialog.getByRole('complementary', { name: 'Look at what is found' })
  await expect(look.getByRole('heading', { name: number })).toBeVisible()
  await expect(look.getByRole('region', { name: 'Lines of the order' }).getByRole('row')).not.toHaveCount(0)
  await expect(look.getByRole('button', { name: /^(?!Close)/ })).toHaveCount(0)
  await expect(look.getByRole('link', { name: /Refund|again/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(look).toBeHidden()
  await page.keyboard.type(number)
  await expect(dialog.getByRole('searchbox')).toHaveValue(number)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/desk/find?q=*')
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectAccessible(page)
})

test('a line is refunded with a preview, and log, timeline and money show the refund', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'support', 'Sam Whitlock')
  // The oldest one: the newest may be that of another test, which has its money back already.
  const number = await firstNumber(page, '?sort=placed')
  await page.goto(`/desk/orders/${number}/refund`)
  await page.getByLabel('A sum').check()
  await page.getByLabel('Sum', { exact: true }).fill('5')
  await page.getByLabel('Reason').fill('Arrived a week late')
  await page.getByRole('button', { name: 'Preview the refund' }).click()
  await expect(page.getByRole('region', { name: 'What the member gets' })).toContainText('$5.00')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Refund $5.00' }).click()
  await page.waitForURL(`**/desk/orders/${number}?done=refunded`)
  await expect(page.getByRole('status')).toHaveText('The refund is recorded.')
  await expect(page.getByText('Refunded by Sam Whitlock (support)')).toBeVisible()
  await expect(page.getByText('Refund of $5.00', { exact: false })).toBeVisible()
  await expectFineAtBothSizes(page)
  expect(await shopCommand(shop, 'audit', 'verify')).toContain('The chain is unbroken')
})

test('without scripts an order is held, released and shipped by forms', async ({ page, shop, browser }) => {
  await joinDesk(page, shop, 'operations', 'Dario Conti')
  const cookies = await page.context().cookies()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(cookies)
  const plain = await context.newPage()
  await plain.goto('/desk/orders?state=to-ship')
  const link = plain.getByRole('rowheader').first().getByRole('link')
  const number = (await link.innerText()).trim()
  await link.click()
  await plain.getByLabel('Reason to hold it').fill('The member asked')
  await plain.getByRole('button', { name: 'Hold' }).click()
  await expect(plain.getByRole('status')).toHaveText('The order is on hold.')
  await plain.getByLabel('Reason to release it').fill('The member wrote again')
  await plain.getByRole('button', { name: 'Release' }).click()
  await plain.getByRole('link', { name: 'Correct the address…' }).click()
  await plain.getByLabel('Apartment, suite').fill('Apt 3')
  await plain.getByLabel('Reason').fill('Apartment was missing')
  await plain.getByRole('button', { name: 'Correct the address' }).click()
  await expect(plain.getByText('Apt 3')).toBeVisible()
  await plain.getByLabel('Tracking number').fill('9400 1118 9956 2201 84')
  await plain.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(plain.getByRole('status')).toContainText('The order is shipped.')
  await plain.goto(`/desk/find?q=9400`)
  await expect(plain.getByText(`Order ${number}`, { exact: false })).toBeVisible()
  await context.close()
})

test('the order list is downloaded as CSV, and no desk code is in the shop', async ({ page, shop }) => {
  await joinDesk(page, shop, 'finance', 'Olu Bankole')
  const file = await page.request.get('/desk/orders.csv')
  expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
  const text = await file.text()
  expect(text.split('\r\n')[0]).toContain('order,placed_at,member,email')
  expect(text.split('\r\n').length).toBeGreaterThan(3)
  const home = await page.request.get('/')
  expect(await home.text()).not.toMatch(/desk-(pages|script)|\/desk/)
})

test('without scripts a note is saved and a shipped order is sent again, and both pages are accessible', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'support', 'Sam Notes')
  const number = await firstNumber(page, '?state=shipped')
  for (const path of [`/desk/orders/${number}`, `/desk/orders/${number}/reship`]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(`/desk/orders/${number}`)
  await plain.getByLabel('Write a note').fill('<b>Prefers mail</b>')
  await plain.getByRole('button', { name: 'Save the note' }).click()
  await expect(plain.getByText('<b>Prefers mail</b>')).toBeVisible()
  await plain.getByRole('link', { name: 'Send again…' }).click()
  await plain.getByLabel('Reason').fill('The package was crushed')
  await plain.getByRole('button', { name: 'Send it again' }).click()
  // Nothing was chosen: the reason is still there.
  await expect(plain.getByRole('alert')).toHaveText('Choose the units that are sent again.')
  await expect(plain.getByLabel('Reason')).toHaveValue('The package was crushed')
  await plain
    .getByLabel(/, of \d+$/)
    .first()
    .fill('1')
  await plain.getByRole('button', { name: 'Send it again' }).click()
  await expect(plain.getByRole('status')).toContainText('waits to be packed')
  await context.close()
})
