import { choose, fillAddress, newEmail, pay, startCheckout } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a refund above the limit is asked for by one person, and given by another one without scripts', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '6 months')
  await startCheckout(page)
  await fillAddress(page, { email: newEmail() })
  await pay(page, 'approve', true)
  await page.waitForURL(/\/thank-you/)
  const number = /L[A-Z0-9]{9}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''

  await joinDesk(page, shop, 'support', 'Sam Asks')
  await page.goto(`/desk/orders/${number}/refund`)
  await page.getByLabel('A sum').check()
  await page.getByLabel('Sum', { exact: true }).fill('250')
  await page.getByLabel('Reason').fill('It was the wrong one.')
  await page.getByRole('button', { name: 'Preview the refund' }).click()
  await page.getByRole('button', { name: 'Ask a second person for it' }).click()
  await expect(page.getByText('You requested it, so another person decides.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectFineAtBothSizes(page)
  const path = new URL(page.url()).pathname

  const other = await browser.newContext({ baseURL: shop.url })
  const second = await other.newPage()
  await joinDesk(second, shop, 'operations', 'Olga Decides')
  await second.goto('/desk/approvals')
  await expectFineAtBothSizes(second)
  await second.goto(path)
  await expect(second.getByText('Reason: “It was the wrong one.”')).toBeVisible()
  await expectFineAtBothSizes(second)

  const third = await browser.newContext({ baseURL: shop.url })
  const helper = await third.newPage()
  await joinDesk(helper, shop, 'support', 'Nora Reads')
  await helper.goto(path)
  await expect(helper.getByText('Operations, finance or an owner decides.')).toBeVisible()
  await expect(helper.getByRole('button', { name: 'Refuse' })).toHaveCount(0)

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await plain.addCookies(await other.cookies())
  const withoutScripts = await plain.newPage()
  await withoutScripts.goto(path)
  await withoutScripts.getByLabel('Why not').fill('They keep it.')
  await withoutScripts.getByRole('button', { name: 'Refuse' }).click()
  await expect(withoutScripts.getByText('“They keep it.”')).toBeVisible()
  await page.reload()
  await expect(page.getByText('“They keep it.”')).toBeVisible()
  for (const context of [other, third, plain]) await context.close()
})
