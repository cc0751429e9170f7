import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { reportProblem } from '#return/problem-endpoints.ts'
import { buyByApi, memberByApi } from './member-by-api.ts'
import { shopCommand } from './operator.ts'
import type { ShopToAsk } from './operator.ts'
import { expect } from './running-shop.ts'

let tracked = 0

/** A photo of a package, as a phone sends it. */
const drawnPhoto = async (): Promise<string> => {
  const box = { create: { width: 260, height: 190, channels: 3, background: '#8a6a45' } } as const
  const background = sharp({ create: { width: 640, height: 480, channels: 3, background: '#d9d3c7' } })
  const drawn = background.composite([{ input: box, left: 190, top: 160 }]).jpeg({ quality: 60 })
  return (await drawn.toBuffer()).toString('base64')
}

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

interface Reported {
  readonly code?: string
  /** How many were bought, and are reported. */
  readonly quantity?: number
  readonly wish?: 'reship' | 'refund'
  readonly hasPhoto?: boolean
}

/** Somebody reports that everything of an order is broken; answers the number of the report. */
export const reportedProblem = async (
  shop: ShopToAsk,
  { code = 'syn-rf', quantity = 2, wish = 'refund', hasPhoto = true }: Reported = {},
): Promise<string> => {
  const { client, email, number } = await buyByApi(shop, { code, quantity })
  await reportPackage(shop, number, 'delivered')
  const { number: report } = await client.call(reportProblem, {
    number,
    email,
    request_id: 'once',
    kind: 'damaged',
    wish,
    details: 'Both jars came broken, and the powder is all over the box.\n\nThe box was wet on one side.',
    lines: [{ position: 0, quantity }],
    photos: hasPhoto ? [await drawnPhoto(), await drawnPhoto()] : [],
  })
  return report
}

/** An order whose refund the processor refuses; answers its number. */
export const refusedRefund = async (shop: ShopToAsk, code = 'syn-rf'): Promise<string> => {
  const { number } = await buyByApi(shop, { code, card: 'refund-refused' })
  await expect(shopCommand(shop, 'refund', number)).rejects.toThrow('refused the refund')
  return number
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

/** Marketing asks for another note of an entry of the catalogue. */
export const requestEntry = async (page: Page): Promise<void> => {
  await page.goto('/desk/catalogue/entries/pds-rf')
  await page.getByRole('textbox', { name: 'Note when it ships later' }).fill('Est. 6 weeks')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('Reason').fill('The supplier is late')
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await page.getByRole('heading', { level: 1, name: /Change of pds-rf/ }).waitFor()
}

/** Begins to act for a new member, whose home is shown then. */
export const beginVisit = async (page: Page, shop: ShopToAsk): Promise<void> => {
  const { id } = await memberByApi(shop)
  await page.goto(`/desk/find?q=${id}`)
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByRole('main').getByRole('link', { name: 'Mara Ito' }).first().click()
  await page.getByRole('link', { name: 'Act for the member' }).click()
  await page.getByLabel('Why. The member reads this').fill('Asked on the phone')
  await page.getByLabel('For', { exact: true }).selectOption('60')
  await page.getByRole('button', { name: 'Act for the member' }).click()
  await page.getByRole('complementary', { name: 'Support session' }).waitFor()
}
