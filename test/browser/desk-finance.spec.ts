import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

/** The addresses of finance that a page links to. */
const linkedFrom = async (page: Page): Promise<string[]> => {
  const links = await page
    .locator('main a[href^="/desk/finance"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(links)].filter((href) => !href.includes('.csv'))
}

test('without scripts a number of the trial balance leads to its rows, and the rows to the order', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'finance', 'Olu Bankole')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk')
  await plain.getByRole('link', { name: 'Finance' }).first().click()
  await plain.getByRole('link', { name: 'Ledger' }).first().click()
  await expect(plain.getByText('equal', { exact: true }).first()).toBeVisible()
  await plain.getByRole('link', { name: 'Receivable from the card processor' }).first().click()
  await expect(plain.getByText(/^All postings come to/)).toBeVisible()
  await plain.getByRole('table').getByRole('link').first().click()
  await plain.waitForURL('**/desk/orders/L*')
  await plain.goto('/desk/finance/reconciliation')
  await plain.getByLabel('From').fill('2020-01-01')
  await plain.getByRole('button', { name: 'Reconcile' }).click()
  await expect(plain.getByRole('alert')).toContainText('Please choose at most 31 days.')
  await expect(plain.getByLabel('From')).toHaveValue('2020-01-01')
  await context.close()
})

test('every page of finance is accessible at both sizes', async ({ page, shop }) => {
  await joinDesk(page, shop, 'finance', 'Olu Counts')
  const seen = new Set<string>(['/desk/finance'])
  for (const path of seen) {
    await page.goto(path)
    if (seen.size < 24) for (const next of await linkedFrom(page)) seen.add(next)
    await expectFineAtBothSizes(page)
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      '/desk/finance/reconciliation',
      '/desk/finance/invoices',
      '/desk/finance/disputes',
    ]),
  )
})
