import type { Locator, Page } from '@playwright/test'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import { cardExpiry } from '../support/card-pages.ts'
import { expect } from './running-shop.ts'

let buyers = 0

/** An e-mail address that nobody has used at this shop. */
export const newEmail = (): string => `buyer-${process.pid}-${(buyers += 1)}@example.com`

export const password = 'a long walk in the woods'

/** The page without the shell, such as the footer's own form. */
export const inForm = (page: Page): Locator => page.getByRole('main')

/** Chooses on the product page by clicking what is written there. */
export const choose = async (page: Page, ...label: readonly (string | RegExp)[]): Promise<void> => {
  for (const character of label) {
    await page.locator('label').filter({ hasText: character, visible: true }).first().click()
  }
}

/** Puts the chosen plan into the cart and goes on to the checkout. */
export const startCheckout = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /Start Now/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/cart$/)
  await page
    .getByRole('button', { name: /Continue to Checkout/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout$/)
}

export interface EnteredFields {
  readonly email: string
  readonly city?: string
  readonly zip?: string
}

export const fillAddress = async (
  page: Page,
  { email, city = 'Portland', zip = '97201' }: EnteredFields,
): Promise<void> => {
  await inForm(page).getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Full name').fill('Mara Ito')
  await page.getByLabel('Address', { exact: true }).fill('1 Alder Way')
  await page.getByLabel('City').fill(city)
  await page.getByLabel('Zip code').fill(zip)
}

/** The processor's card fields: in the frame of the checkout, or on its own page. */
const fillCard = async (place: Pick<Page, 'getByLabel'>, card: string): Promise<void> => {
  const { number } = testCardNamed(card)
  await place.getByLabel('Card number').fill(number)
  await place.getByLabel('Expiry').fill(cardExpiry)
  await place.getByLabel('Security code').fill('123')
}

export const cardFrame = (page: Page) => page.frameLocator('iframe')

/** The button that pays; it carries the exact total. */
export const payButton = (
  page: Page,
  label: 'Place order' | 'Continue to card page' = 'Place order',
): Locator => page.locator('button', { hasText: label })

/** Pays on the checkout page, or by way of the processor's own page where there are no scripts. */
export const pay = async (page: Page, card: string, scripts: boolean): Promise<void> => {
  if (scripts) {
    await fillCard(cardFrame(page), card)
    await payButton(page).click()
    return
  }
  await payButton(page, 'Continue to card page').click()
  await expect(page.getByRole('heading', { name: 'Card details' })).toBeVisible()
  await fillCard(page, card)
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page).toHaveURL(/\/checkout\/card\?/)
  await payButton(page).click()
}

/** Opens the newest mail with this subject that went to somebody; the worker sends it within moments. */
export const openMail = async (page: Page, email: string, subject: string): Promise<void> => {
  const mail = page.getByRole('link', { name: new RegExp(`${subject}.*${email}`) }).first()
  await expect(async () => {
    await page.goto('/outbox')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject)
}

/** Sets the password by the link in the mail, which signs in. */
export const setPasswordByMail = async (page: Page, email: string): Promise<void> => {
  await openMail(page, email, 'Set your Loam password')
  await page.goto((await page.getByRole('link', { name: /set-password/ }).getAttribute('href')) ?? '')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page).toHaveURL(/\/account/)
}

/** Today in the shop, as the time machine says it. */
export const shopToday = async (page: Page): Promise<Temporal.PlainDate> => {
  const answer = await page.request.get('/api/time-machine')
  const { today }: { today: string } = await answer.json()
  return Temporal.PlainDate.from(today)
}

export const travelTo = async (page: Page, day: Temporal.PlainDate): Promise<void> => {
  await page.goto('/time-machine')
  await page.getByLabel('To the start of a day').fill(day.toString())
  await page.getByRole('button', { name: 'Travel' }).click()
  await expect(page.getByRole('main')).toContainText(longDay(day))
}

/** `2026-12-20` → `December 20, 2026`, as pages write it. */
export const longDay = (day: Temporal.PlainDate): string => day.toLocaleString('en-US', { dateStyle: 'long' })
