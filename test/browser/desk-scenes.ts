import type { Page } from '@playwright/test'
import { z } from 'zod'
import { buyByApi } from './member-by-api.ts'
import { shopCommand } from './operator.ts'
import type { ShopToAsk } from './operator.ts'
import { expect } from './running-shop.ts'

let tracked = 0

/** A carrier has the order, and says this of it. */
export const reportPackage = async (
  shop: ShopToAsk,
  number: string,
  what: 'delivered' | 'lost',
): Promise<void> => {
  const tracking = `1ZBACK${number}${(tracked += 1)}`
  await shopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  await shopCommand(shop, 'shipments', 'event', tracking, what)
}

/** Somebody who has what they ordered in their hands and asks to return it; answers the number of the return. */
export const requestedReturn = async (page: Page, shop: ShopToAsk, code = 'syn-rf'): Promise<string> => {
  const { email, number } = await buyByApi(shop, { code })
  await reportPackage(shop, number, 'delivered')
  await page.goto(`/return?number=${number}`)
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Find the order' }).click()
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText(`${number}-R1`).first()).toBeVisible()
  return `${number}-R1`
}

/** A message of the contact form, by its endpoint; a form that is sent in its first seconds is taken for a program's. */
export const writeMessage = async (
  page: Page,
  email: string,
  name: string,
  message = 'Does it come <b>today</b>?',
): Promise<void> => {
  const { token } = z
    .object({ token: z.string() })
    .parse(await (await page.request.get('/api/turnstile/challenge')).json())
  const data = { full_name: name, email, topic: 'order', captcha: token, message }
  const send = async () => (await page.request.post('/api/mail/contact', { data })).status()
  await expect.poll(send, { intervals: [3_000] }).toBe(200)
}

/** Support asks a second person for a refund above their limit; the page of the request. */
export const requestRefund = async (page: Page, number: string): Promise<string> => {
  await page.goto(`/desk/orders/${number}/refund`)
  await page.getByLabel('A sum').check()
  await page.getByLabel('Sum', { exact: true }).fill('250')
  await page.getByLabel('Reason').fill('It was the wrong one.')
  await page.getByRole('button', { name: 'Preview the refund' }).click()
  await page.getByRole('button', { name: 'Ask a second person for it' }).click()
  await expect(page.getByText('You requested it, so another person decides.')).toBeVisible()
  return new URL(page.url()).pathname
}

/** An owner makes a webhook about new orders; nobody listens at its address. */
export const makeWebhook = async (page: Page, name: string): Promise<void> => {
  await page.goto('/desk/developers')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hooks')
  await page.getByLabel('order.created').check()
  await page.getByRole('button', { name: 'Create webhook…' }).click()
  await page.getByRole('button', { name: 'Make the webhook' }).click()
  await page.getByRole('status').locator('code').waitFor()
}

/** The link by which an invited person, or one who is there already, makes a passkey. */
export const passkeyLink = async (shop: ShopToAsk, email: string, role = 'support'): Promise<string> => {
  const printed = await shopCommand(shop, 'staff', 'invite', email, '--role', role)
  return /\/desk\/join\/[\w-]+/.exec(printed)?.[0] ?? ''
}
