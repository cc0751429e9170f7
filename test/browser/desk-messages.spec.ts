import { newEmail } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { writeMessage } from './desk-scenes.ts'
import { expect, test } from './running-shop.ts'

test('a message is answered by keyboard, and the answer reaches the sender', async ({ page, shop }) => {
  const email = newEmail()
  await writeMessage(page, email, 'Mara Keys')
  await joinDesk(page, shop, 'support', 'Sam Post')
  await page.goto('/desk/messages')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'Mara Keys' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Does it come <b>today</b>?')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByLabel(`To ${email}`).focus()
  await page.keyboard.type('It comes tomorrow.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The answer is on its way by mail.')).toBeFocused()
  await expect(page.getByText('It comes tomorrow.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('The conversation is closed.')).toBeVisible()
  await page.goto('/desk/messages?state=closed')
  await expect(page.getByRole('link', { name: 'Mara Keys' })).toBeVisible()
})

test('without scripts a conversation is assigned and answered, and an outdated form keeps the typed text', async ({
  page,
  shop,
  browser,
}) => {
  const email = newEmail()
  await writeMessage(page, email, 'Mara Plain')
  await joinDesk(page, shop, 'operations', 'Ines Post')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  const old = await context.newPage()
  await plain.goto('/desk/messages')
  await plain.getByRole('link', { name: 'Mara Plain' }).click()
  await old.goto(plain.url())
  await plain.getByLabel('Person').selectOption('Ines Post')
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(plain.getByText('Taken by Ines Post')).toBeVisible()
  await old.getByLabel(`To ${email}`).fill('Typed before')
  await old.getByRole('button', { name: 'Send the answer' }).click()
  await expect(old.getByRole('alert')).toContainText('The conversation has changed since you opened it.')
  await expect(old.getByLabel(`To ${email}`)).toHaveValue('Typed before')
  await old.getByRole('button', { name: 'Send the answer' }).click()
  await expect(old.getByText('The answer is on its way by mail.')).toBeVisible()
  await context.close()
})
