import type { Page } from '@playwright/test'
import { login } from '#account/endpoints.ts'
import { demoPassword } from '../../db/seed/people.ts'
import { expect } from './running-shop.ts'

/** Signs in as June of the demo shop, who has two subscriptions. A test that changes one of them undoes it. */
export const signInAsJune = async (page: Page): Promise<void> => {
  await page.goto('/login?return_to=/account/subscriptions')
  await page.getByRole('main').getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account\/subscriptions$/)
}

/** Opens June's subscriptions as one who has signed in: without the page for it, where that is not what is looked at. */
export const openAsJune = async (page: Page): Promise<void> => {
  const answer = await page.request.post(login.path, {
    data: { email: 'june@loam.example', password: demoPassword },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/account/subscriptions')
  await expect(page).toHaveURL(/\/account\/subscriptions$/)
}

/** The section of a subscription on the page of all of them. */
export const section = (page: Page, product: string) =>
  page.getByRole('region', { name: new RegExp(`^${product} `) })

/** The fact behind a term of a section: `Next order date`. */
export const fact = (page: Page, product: string, term: string) =>
  section(page, product)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: term }) })
    .locator('dd')

/** Undoes the latest change with the button in the note. */
export const undo = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Undone')
}
