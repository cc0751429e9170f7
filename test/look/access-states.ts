import type { Page } from '@playwright/test'
import { cardExpiry } from '../support/card-pages.ts'

/** Whose browser shows it. A buyer has something in the cart; an owner is at the desk, to which somebody invited has a link. */
export type Person = 'visitor' | 'buyer' | 'member' | 'agent' | 'newcomer' | 'owner' | 'invited'

/** One thing that a page can look like. */
export interface State {
  readonly name: string
  readonly path: string
  readonly who: Person
  /** What somebody does on the page to see it. */
  readonly open?: (page: Page) => Promise<void>
  /** Only where the window is this wide or narrower; both otherwise. */
  readonly only?: 390 | 1440
}

const main = (page: Page) => page.getByRole('main')

const press = (name: string | RegExp) => async (page: Page) => {
  await main(page).getByRole('button', { name }).first().click()
}

/** A form sent as it is, refused, with its summary shown. */
const refused = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await main(page).getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
}

const openMenu = (name: string) => async (page: Page) => {
  await page.locator('[data-header] summary', { hasText: name }).click()
  await page.locator('details[data-menu][open]').waitFor()
}

/** Everything that folds, opened. */
const openDisclosure = (place: 'main' | 'dialog') => async (page: Page) => {
  await page.evaluate((around) => {
    for (const disclosure of document.querySelectorAll<HTMLDetailsElement>(`${around} details`)) {
      disclosure.removeAttribute('name')
      disclosure.open = true
    }
  }, place)
}

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await openDisclosure('dialog')(page)
}

const signUp = (email: string) => async (page: Page) => {
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email').fill(email)
  await footer.getByRole('button', { name: 'Sign Up' }).click()
  await footer.locator('form[data-state="success"], [aria-invalid="true"]').first().waitFor()
}

const widgets: readonly State[] = [
  ...['Shop', 'Science', 'Cultured'].map(
    (name): State => ({ name: `menu ${name}`, path: '/', who: 'visitor', only: 1440, open: openMenu(name) }),
  ),
  { name: 'account menu', path: '/science', who: 'member', only: 1440, open: openMenu('Account') },
  { name: 'drawer', path: '/', who: 'visitor', only: 390, open: openDrawer },
  { name: 'drawer of members', path: '/science', who: 'member', only: 390, open: openDrawer },
  { name: 'question of consent', path: '/', who: 'newcomer' },
  { name: 'question of consent', path: '/daily-synbiotic', who: 'newcomer' },
  { name: 'unfolded', path: '/daily-synbiotic', who: 'visitor', open: openDisclosure('main') },
  { name: 'unfolded', path: '/vaginal-synbiotic', who: 'visitor', open: openDisclosure('main') },
  { name: 'unfolded', path: '/how-it-works', who: 'visitor', open: openDisclosure('main') },
  { name: 'unfolded', path: '/checkout', who: 'buyer', open: openDisclosure('main') },
  { name: 'refill chosen', path: '/daily-synbiotic', who: 'visitor', open: async (page) => {
    await main(page).locator('label', { hasText: 'Refill' }).first().click()
  } },
  { name: 'letters, refused', path: '/science', who: 'visitor', open: signUp('mara') },
  { name: 'letters, taken', path: '/science', who: 'visitor', open: signUp('reader@example.com') },
  { name: 'code refused', path: '/cart', who: 'buyer', open: async (page) => {
    await page.getByLabel('Enter promo code').fill('SPRING26')
    await main(page).getByRole('button', { name: 'Apply' }).click()
    await page.locator('#promo_code-error').waitFor()
  } },
  { name: 'empty cart', path: '/cart', who: 'visitor' },
  { name: 'link to a plan', path: '/cart?cart=vs-wk', who: 'visitor' },
  { name: 'refused', path: '/checkout', who: 'buyer', open: async (page) => {
    await page.waitForLoadState('networkidle')
    const card = page.frameLocator('iframe')
    await card.getByLabel('Card number').fill('4242424242424242')
    await card.getByLabel('Expiry').fill(cardExpiry)
    await card.getByLabel('Security code').fill('123')
    await page.locator('button', { hasText: 'Place order' }).click()
    await page.getByText('Kindly enter your address', { exact: false }).first().waitFor()
  } },
  { name: 'refused', path: '/login', who: 'visitor', open: refused(/^Login/) },
  { name: 'refused', path: '/signup', who: 'visitor', open: refused(/Create|Sign Up/) },
  { name: 'refused', path: '/recover', who: 'visitor', open: refused(/Send|Recover|Mail/) },
  { name: 'refused', path: '/contact', who: 'visitor', open: refused('Send') },
  { name: 'refused', path: '/practitioners', who: 'visitor', open: refused('Send') },
  { name: 'refused', path: '/order', who: 'visitor', open: refused(/./) },
  { name: 'refused', path: '/is-ds01-right-for-you', who: 'visitor', open: refused(/Next|Continue/) },
  { name: 'consent kept', path: '/consent', who: 'visitor', open: press('Save choices') },
  { name: 'new address, refused', path: '/account/settings/addresses', who: 'member', open: async (page) => {
    await openDisclosure('main')(page)
    await refused(/Add|Save/)(page)
  } },
  { name: 'name, refused', path: '/account', who: 'member', open: async (page) => {
    await page.getByLabel('First name').fill('')
    await refused(/Save/)(page)
  } },
  { name: 'refused', path: '/withdraw', who: 'visitor', open: refused(/./) },
] // prettier-ignore

/** Pages that one person's link opens, and what is no page at all. */
const others: readonly State[] = [
  { name: 'not found', path: '/nothing-here', who: 'visitor' },
  { name: 'no such order', path: '/account/orders/L000000000', who: 'member' },
  { name: 'no such checkout', path: '/thank-you?checkout=none', who: 'visitor' },
  { name: 'no such sign-on', path: '/sign-on/google', who: 'visitor' },
  ...['/account/verify-account/none', '/verify-account/none', '/confirm-email/none', '/magic-link/none', '/agent/none', '/update-card/none', '/refer/none',
    '/set-password?token=none', '/newsletter/confirm?token=none', '/newsletter/unsubscribe?token=none',
    '/continue?token=none', '/report?token=none', '/preview?page=x&key=none'].map(
    (path): State => ({ name: 'dead link', path, who: 'visitor' }),
  ),
] // prettier-ignore

/** The states of pages that the plain pages do not have. */
export const furtherStates: readonly State[] = [...widgets, ...others]
