import { choose, fillAddress, newEmail, openMail, pay, shopToday, startCheckout, travelTo } from './buying.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test('a renewal that needs bank confirmation is confirmed on the page linked in the mail', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await startCheckout(page)
  await fillAddress(page, { email })
  await pay(page, 'authenticate', true)
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i)
  await travelTo(page, (await shopToday(page)).add({ months: 1, days: 1 }))

  await openMail(page, email, 'Your renewal could not be charged')
  const owedPage = await page.getByRole('link', { name: /update-card/ }).getAttribute('href')
  await page.goto(owedPage ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm with your bank')
  await expect(page.getByRole('heading', { name: 'Or pay with another card' })).toBeVisible()
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: /Confirm with your bank/ })

  // Nobody answers: a day later nothing was charged, and the page asks again.
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Approve the payment' })).toBeVisible()
  await travelTo(page, (await shopToday(page)).add({ days: 1 }))
  await page.goto(owedPage ?? '')
  await confirm.click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received')
})
