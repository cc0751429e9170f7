import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { requestRefund } from './desk-scenes.ts'
import { buyByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

test('a refund above the limit is requested by one person and approved by another, without scripts', async ({
  page,
  shop,
  browser,
}) => {
  const { number } = await buyByApi(shop, { code: 'syn-rf-6mo' })
  await joinDesk(page, shop, 'support', 'Sam Asks')
  const path = await requestRefund(page, number)
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectFineAtBothSizes(page)

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
  await withoutScripts.getByLabel('Reason to refuse it').fill('They keep it.')
  await withoutScripts.getByRole('button', { name: 'Refuse' }).click()
  await expect(withoutScripts.getByText('“They keep it.”')).toBeVisible()
  await page.reload()
  await expect(page.getByText('“They keep it.”')).toBeVisible()
  for (const context of [other, third, plain]) await context.close()
})
