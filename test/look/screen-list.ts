import type { Page } from '@playwright/test'
import { cardFrame, choose, fillAddress, newEmail, pay, startCheckout } from '../browser/buying.ts'

/**
 * Whose browser it is: a visitor's when nobody is named. June has subscriptions, Sol nothing yet, Maximiliana everything at
 * once. The owner is at the
 * desk, and somebody who is invited has only a link to it.
 */
export type Looker = 'june' | 'sol' | 'maximiliana' | 'owner' | 'invited'

/** Pages of the desk to which no list leads. */
export interface DeskPaths {
  /** Of a return that was received. */
  readonly received: string
  /** The link of somebody who is new, and that of somebody who adds a passkey. */
  readonly join: string
  readonly addPasskey: string
}

export interface Screen {
  readonly name: string
  readonly path: string
  readonly as?: Looker
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page, paths: DeskPaths) => Promise<void>
  /** Only what the window shows, for what lies over the page. */
  readonly window?: boolean
}

const fillCart = async (page: Page): Promise<void> => {
  await page.goto('/cart?cart=syn-wk-3mo')
  const add = page.getByRole('button', { name: /^Add to cart/ })
  if (await add.isVisible()) await add.click()
  await page.waitForURL(/\/cart$/)
}

const openMenu = async (page: Page): Promise<void> => {
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  const opener = wide ? page.locator('summary', { hasText: 'Shop' }).first() : page.getByLabel('Open menu')
  await opener.click()
}

/** Buys with the consent already answered, and stays on the page that thanks. */
const buy = async (page: Page): Promise<void> => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Starter kit', '3 months')
  await startCheckout(page)
  await fillAddress(page, { email: newEmail() })
  await pay(page, 'approve', true)
  await page.waitForURL(/\/thank-you/)
}

/** Follows the first link of this name in the page. */
const follow =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await page.waitForLoadState()
  }

const press =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name }).first().click()
    await page.waitForLoadState()
  }

/** The screens that are compared with the design. */
export const keyScreens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'header-menu', path: '/', prepare: openMenu, window: true },
  { name: 'daily-synbiotic', path: '/daily-synbiotic' },
  { name: 'pediatric', path: '/pediatric-daily-synbiotic' },
  { name: 'vaginal', path: '/vaginal-synbiotic' },
  { name: 'refill', path: '/daily-synbiotic-refill' },
  { name: 'get-started', path: '/get-started' },
  { name: 'quiz', path: '/is-ds01-right-for-you' },
  { name: 'science', path: '/science' },
  { name: 'approach', path: '/approach' },
  { name: 'sustainability', path: '/sustainability' },
  { name: 'reference', path: '/reference/syn-wk' },
  { name: 'cultured', path: '/cultured' },
  { name: 'article', path: '/cultured/why-soil-has-layers' },
  { name: 'cart', path: '/cart', prepare: fillCart },
  { name: 'checkout', path: '/cart?cart=syn-wk-3mo', prepare: async (page) => {
    await fillCart(page)
    await page.goto('/checkout')
    await cardFrame(page).getByLabel('Security code').waitFor()
  } },
  { name: 'login', path: '/login' },
  { name: 'account-home', path: '/account/home', as: 'june' },
  { name: 'account-subscriptions', path: '/account/subscriptions', as: 'june' },
  { name: 'account-orders', path: '/account/orders', as: 'june' },
  { name: 'not-found', path: '/nothing-here' },
] // prettier-ignore

/** Everything else that somebody may come to. */
export const otherScreens: readonly Screen[] = [
  { name: 'how-it-works', path: '/how-it-works' },
  { name: 'gift', path: '/gift' },
  { name: 'pediatric-refill', path: '/pediatric-daily-synbiotic-refill' },
  { name: 'vaginal-refill', path: '/vaginal-synbiotic-refill' },
  { name: 'certificates', path: '/certificates' },
  { name: 'practitioners', path: '/practitioners' },
  { name: 'join-us', path: '/join-us' },
  { name: 'shipping-billing', path: '/shipping-billing' },
  { name: 'terms-conditions', path: '/terms-conditions' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'accessibility', path: '/accessibility' },
  { name: 'reference-pediatric', path: '/reference/pds-wk' },
  { name: 'reference-vaginal', path: '/reference/vs-wk' },
  { name: 'article-long', path: '/cultured/supplement-facts-line-by-line' },
  { name: 'home-german', path: '/de' },
  { name: 'product-german', path: '/de/daily-synbiotic' },
  { name: 'how-it-works-german', path: '/de/how-it-works' },
  { name: 'microbiome', path: '/microbiome' },
  { name: 'refills', path: '/refills' },
  { name: 'reference-all', path: '/reference' },
  { name: 'seedlabs', path: '/seedlabs' },
  { name: 'press', path: '/press' },
  { name: 'contact', path: '/contact' },
  { name: 'entire-world', path: '/entire-world' },
  { name: 'target', path: '/target' },
  { name: 'continue', path: '/continue' },
  { name: 'order', path: '/order' },
  { name: 'order-error', path: '/order', prepare: press(/./) },
  { name: 'terms', path: '/subscription-terms' },
  { name: 'university', path: '/seeduniversity' },
  { name: 'newsletter', path: '/newsletter' },
  { name: 'consent', path: '/consent' },
  { name: 'withdraw', path: '/withdraw' },
  { name: 'signup', path: '/signup' },
  { name: 'recover', path: '/recover' },
  { name: 'login-error', path: '/login', prepare: press(/^Login/) },
  { name: 'cart-empty', path: '/cart' },
  { name: 'checkout-error', path: '/cart?cart=syn-wk', prepare: async (page) => {
    await fillCart(page)
    await page.goto('/checkout')
    await page.getByRole('button', { name: /Place order/ }).first().click()
  } },
  { name: 'thank-you', path: '/', prepare: buy },
  { name: 'onboarding', path: '/onboarding/onboarding' },
  { name: 'update-card', path: '/update-card/a-link-that-is-not-there' },
  { name: 'agent', path: '/agent' },
  { name: 'report', path: '/report' },
  { name: 'outbox', path: '/outbox' },
  { name: 'time-machine', path: '/time-machine' },
  { name: 'offline', path: '/offline' },
  { name: 'menu-member', path: '/account/home', as: 'june', prepare: openMenu, window: true },
  { name: 'settings', path: '/account', as: 'june' },
  { name: 'sign-in-settings', path: '/account/settings/sign-in', as: 'june' },
  { name: 'devices', path: '/account/settings/devices', as: 'june' },
  { name: 'addresses', path: '/account/settings/addresses', as: 'june' },
  { name: 'cards', path: '/account/settings/payment-methods', as: 'june' },
  { name: 'new-card', path: '/account/settings/payment-methods/new', as: 'june' },
  { name: 'privacy', path: '/account/settings/privacy', as: 'june' },
  { name: 'credit', path: '/account/settings/credit', as: 'june' },
  { name: 'support-visits', path: '/account/settings/support-visits', as: 'june' },
  { name: 'order-page', path: '/account/orders', as: 'june', prepare: follow(/^(Order )?[#A-Z]*\d+/) },
  { name: 'invoice', path: '/account/orders', as: 'june', prepare: async (page) => {
    await follow(/^(Order )?[#A-Z]*\d+/)(page)
    await follow(/Invoice/)(page)
  } },
  { name: 'subscription', path: '/account/subscriptions', as: 'june', prepare: follow(/Manage/) },
  { name: 'change-date', path: '/account/subscriptions', as: 'june', prepare: follow(/Change date/) },
  { name: 'cancel', path: '/account/subscriptions', as: 'june', prepare: follow(/Cancel/) },
  { name: 'refer', path: '/account/refer', as: 'june' },
  { name: 'inner-circle', path: '/account/inner-circle', as: 'june' },
  { name: 'sign-out', path: '/sign-out', as: 'june' },
  { name: 'home-new', path: '/account/home', as: 'sol' },
  { name: 'subscriptions-none', path: '/account/subscriptions', as: 'sol' },
  { name: 'orders-none', path: '/account/orders', as: 'sol' },
  { name: 'settings-new', path: '/account', as: 'sol' },
  { name: 'cards-none', path: '/account/settings/payment-methods', as: 'sol' },
  { name: 'inner-circle-new', path: '/account/inner-circle', as: 'sol' },
] // prettier-ignore

const full = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
  name: `full-${name}`,
  path,
  as: 'maximiliana',
  ...(prepare ? { prepare } : {}),
})

/** The pages of a member who has everything at once (`full-member.ts`): layouts break here first. */
export const fullScreens: readonly Screen[] = [
  full('home', '/account/home'),
  full('subscriptions', '/account/subscriptions'),
  full('subscription', '/account/subscriptions', follow(/Manage/)),
  full('paused', '/account/subscriptions', follow(/Details/)),
  full('skip', '/account/subscriptions', follow(/Skip/)),
  full('cancel', '/account/subscriptions', follow(/Cancel/)),
  full('start-again', '/account/subscriptions', follow(/Start again/)),
  full('pay', '/account/subscriptions', follow(/Pay with another card/)),
  full('orders', '/account/orders'),
  full('order', '/account/orders', follow(/^Order L/)),
  full('invoice', '/account/orders', async (page) => {
    await follow(/^Order L/)(page)
    await follow(/Invoice/)(page)
  }),
  full('gift', '/account/orders', async (page) => {
    await follow(/^Order L/)(page)
    await follow(/gift/)(page)
  }),
  full('inner-circle', '/account/inner-circle'),
  full('addresses', '/account/settings/addresses'),
  full('cards', '/account/settings/payment-methods'),
]
