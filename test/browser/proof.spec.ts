import type { Page } from '@playwright/test'
import { z } from 'zod'
import { demoPassword } from '../../db/seed/people.ts'
import { withAuthenticator } from './authenticator.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

const Outbox = z.object({ mails: z.array(z.object({ subject: z.string(), text: z.string() })) })
const email = 'tomas@loam.example'

const linksIn = async (page: Page, form: RegExp): Promise<string[]> => {
  const answer = await page.request.get(`/api/outbox?to=${encodeURIComponent(email)}`)
  const { mails } = Outbox.parse(await answer.json())
  return mails.flatMap(({ text }) => form.exec(text)?.[0] ?? [])
}

/** The link of this form that is mailed because of what `ask` does. */
const mailed = async (page: Page, form: RegExp, ask: () => Promise<unknown>): Promise<string> => {
  const before = new Set(await linksIn(page, form))
  await ask()
  let found = ''
  await expect(async () => {
    found = (await linksIn(page, form)).find((link) => !before.has(link)) ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}

/** A mailed link signs in and proves nothing where there is a password. */
const signInByMail = async (page: Page): Promise<void> => {
  const ask = () => page.request.post('/api/mail/magic', { data: { email } })
  await page.goto(await mailed(page, /\/account\/magic-link\/[^\s)]+/, ask))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/account/home')
}

test('without scripts the page “Confirm it’s you” keeps the requested action and completes it', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  await signInByMail(page)
  await page.goto('/account')
  await page.getByLabel('New email').fill('tomas-new@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.getByLabel('Your password').fill('not my password')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('That’s not your password.').first()).toBeVisible()
  await page.getByLabel('Your password').fill(demoPassword)
  const stop = await mailed(page, /\/account\/stop-email\/[^\s)]+/, async () => {
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.waitForURL('**/account?done=email')
  })
  // The present mailbox stops it.
  await page.goto(stop)
  await expect(page.getByText('tomas-new@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Stop this change' }).click()
  await expect(page.getByRole('heading', { name: 'The change was stopped' })).toBeVisible()
  await context.close()
})

test('the data download leads to “Confirm it’s you” and continues afterwards', async ({ page }) => {
  await signInByMail(page)
  await page.goto('/account/settings/privacy')
  await page.getByRole('link', { name: 'Download my data' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('You can now download your data.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('loam-data.json')
})

test('a passkey is created with its name after “Confirm it’s you”, and confirms the next time', async ({
  page,
}) => {
  await withAuthenticator(page)
  await signInByMail(page)
  await page.goto('/account/settings/sign-in')
  await page.getByLabel('Passkey name').fill('my laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByLabel('Passkey name')).toHaveValue('my laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL('**/account/settings/sign-in?done=passkey')

  await signInByMail(page)
  await page.goto('/account/settings/sign-in')
  await page.getByRole('button', { name: 'Remove my laptop' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Your passkey is removed.')).toBeVisible()
})
