import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { finishAnimations } from './axe.ts'
import { withAuthenticator } from './authenticator.ts'
import { shopCommand, type ShopToAsk } from './operator.ts'
import { expectAccessible, expectAccessibleBesidesColors, expectNoSidewaysScroll } from './running-shop.ts'

/** A person of staff who is signed in at the desk with a passkey of this page's authenticator. */
export const joinDesk = async (page: Page, shop: ShopToAsk, role: string, name: string) => {
  const authenticator = await withAuthenticator(page)
  // Another test may have somebody of that name in the same shop.
  const email = `${name.toLowerCase().replaceAll(/\W/g, '')}-${randomUUID().slice(0, 8)}@loam.example`
  const printed = await shopCommand(shop, 'staff', 'invite', email, '--role', role)
  const path = /\/desk\/join\/[\w-]+/.exec(printed)?.[0] ?? ''
  await page.goto(path)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Name of the passkey').fill('laptop')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('navigation', { name: 'Desk', exact: true }).waitFor({ state: 'attached' })
  return { authenticator, email, link: path }
}

const phone = { width: 390, height: 664 }
/** At which most of the desk's tests work, and where most of a page is shown. */
const screen = { width: 1440, height: 900 }

/** A page of the desk is accessible in light and dark and fits the window. */
export const expectFine = async (page: Page): Promise<void> => {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** Likewise on a phone and on a screen; colors are looked at on the screen. `npm run axe` looks at them on both. */
export const expectFineAtBothSizes = async (page: Page): Promise<void> => {
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessibleBesidesColors(page)
  await page.setViewportSize(screen)
  // A table finds its place with the frame after the change.
  await finishAnimations(page)
  await expectFine(page)
}
