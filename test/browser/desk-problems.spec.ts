import type { Browser, Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { refusedRefund, reportedProblem } from './desk-scenes.ts'
import { memberByApi } from './member-by-api.ts'
import { shopCommand } from './operator.ts'
import { expect, expectNoSidewaysScroll, test } from './running-shop.ts'

/** A phone without scripts, signed in as this page is. */
const phoneOf = async (page: Page, browser: Browser, baseURL: string): Promise<Page> => {
  const viewport = { width: 390, height: 664 }
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport })
  await context.addCookies(await page.context().cookies())
  return context.newPage()
}

test('a report is opened from the home page, viewed with its photos, and refunded by keyboard', async ({
  page,
  shop,
}) => {
  const number = await reportedProblem(shop)
  await joinDesk(page, shop, 'operations', 'Dario Reports')
  await page.goto('/desk/tasks/problem-open')
  await page.getByRole('link', { name: `${number}: damaged` }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const photo = page.getByRole('img', { name: '1 of 2 that the buyer sent' })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expectFineAtBothSizes(page)
  await page.getByLabel('Words to the buyer').first().fill('We are sorry about the jars.')
  await page.getByRole('button', { name: 'Refund $99.98' }).press('Enter')
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByRole('status')).toContainText('The refund is recorded.')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Dario Reports (operations)')
  await expectFineAtBothSizes(page)
  const order = number.replace(/-P1$/, '')
  await page.getByRole('link', { name: order, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Problem reports' })).toContainText('refunded')
  await expect(page.getByText('Report of a problem refunded by Dario Reports (operations)')).toBeVisible()
  await expectFineAtBothSizes(page)
})

test('on a phone without scripts, reports are listed by state, sent again, and declined with a message', async ({
  page,
  shop,
  browser,
}) => {
  const again = await reportedProblem(shop, { wish: 'reship', hasPhoto: false })
  const declined = await reportedProblem(shop, { hasPhoto: false })
  await joinDesk(page, shop, 'support', 'Sam Reports')
  const phone = await phoneOf(page, browser, shop.url)
  await phone.goto('/desk/problems')
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('link', { name: again }).click()
  await phone.getByRole('button', { name: 'Send it again' }).click()
  await expect(phone.getByRole('status')).toContainText('waits to be packed')
  await phone.goto(`/desk/problems/${declined}`)
  const why = phone.getByLabel('Why, in words to the buyer')
  await why.evaluate((field: HTMLTextAreaElement) => field.removeAttribute('required'))
  await phone.getByRole('button', { name: 'Decline it' }).click()
  await expect(phone.getByRole('alert')).toContainText('Please tell the buyer why.')
  await why.fill('The photo shows both jars whole.')
  await phone.getByRole('button', { name: 'Decline it' }).click()
  await expect(phone.getByRole('status')).toContainText('It is declined.')
  await expect(phone.getByRole('region', { name: 'Outcome' })).toContainText(
    'The photo shows both jars whole.',
  )
  await phone.getByRole('link', { name: 'Declined' }).click()
  await expect(phone.getByRole('link', { name: declined })).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await phone.context().close()
})

test('the report lists are accessible at both sizes, also above the limit of a role', async ({
  page,
  shop,
}) => {
  const number = await reportedProblem(shop, { code: 'syn-rf-3mo' })
  await joinDesk(page, shop, 'support', 'Sam Limits')
  for (const path of ['/desk/problems', '/desk/problems?state=reshipped', `/desk/problems/${number}`]) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
  await expect(page.getByText('need operations, finance or an owner')).toBeVisible()
})

test('a role without names sees a report without photos, texts and buttons', async ({ page, shop }) => {
  const number = await reportedProblem(shop)
  await joinDesk(page, shop, 'read-only', 'Rea Reads')
  await page.goto(`/desk/problems/${number}`)
  await expect(page.getByText('Your role does not see them.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectFineAtBothSizes(page)
})

test('a report above the step-up limit is refunded with a passkey', async ({ page, shop }) => {
  const number = await reportedProblem(shop, { code: 'syn-rf-3mo' })
  await joinDesk(page, shop, 'finance', 'Fay Reports')
  await page.goto(`/desk/problems/${number}`)
  await expect(page.getByText('so it asks for your passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Refund $269.94' }).click()
  await expect(page.getByRole('status')).toContainText('The refund is recorded.')
})

test('without scripts on a phone, a refused refund is retried, refused again, and given as credit', async ({
  page,
  shop,
  browser,
}) => {
  const number = await refusedRefund(shop)
  await joinDesk(page, shop, 'support', 'Sam Refunds')
  await page.goto(`/desk/orders/${number}`)
  await page.getByRole('link', { name: 'See what can be done' }).click()
  await expect(page.getByRole('region', { name: 'Give it as store credit' })).toContainText('$49.99')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Refund $49.99' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('refused the refund for good')
  await expectFineAtBothSizes(page)
  const phone = await phoneOf(page, browser, shop.url)
  await phone.goto('/desk/tasks/refund-refused')
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('link', { name: new RegExp(number) }).click()
  await phone.getByRole('button', { name: 'Give as credit: $49.99' }).click()
  await expect(phone.getByRole('status')).toContainText('It is given as store credit.')
  await expect(phone.getByRole('region', { name: 'Outcome' })).toContainText('Sam Refunds (support)')
  await expectNoSidewaysScroll(phone)
  // The other person's page of before says who was first.
  await page.goto(phone.url().replace(/\?.*/, ''))
  await expect(page.getByRole('button', { name: 'Refund $49.99' })).toHaveCount(0)
  await phone.context().close()
})

test('a parked renewal is retried from its list row and from its subscription', async ({
  page,
  shop,
  browser,
}) => {
  const { id } = await memberByApi(shop)
  await shopCommand(shop, 'park-for-test', id)
  await joinDesk(page, shop, 'support', 'Sam Renews')
  await page.goto('/desk/tasks/renewal-parked')
  await expectFineAtBothSizes(page)
  await page
    .getByRole('row')
    .getByRole('link', { name: /its renewal could not be prepared/ })
    .first()
    .click()
  await expect(page.getByText('the plan of its next order is missing')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('It is taken up again at the next run.')
  await shopCommand(shop, 'park-for-test', id)
  const phone = await phoneOf(page, browser, shop.url)
  await phone.goto('/desk/tasks/renewal-parked')
  await expectNoSidewaysScroll(phone)
  await phone
    .getByRole('button', { name: /^Try again/ })
    .first()
    .click()
  await expect(phone.getByRole('status')).toContainText('It is taken up again')
  await phone.context().close()
})
