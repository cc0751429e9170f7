import type { Page } from '@playwright/test'
import { brand } from '#shared/brand.ts'
import { fillAddress, inForm, newEmail, pay, startCheckout } from './buying.ts'
import { signInAsJune } from './june.ts'
import { newVisitor } from './refused-consent.ts'
import { expect, test } from './running-shop.ts'

/** Has the browser see the fallback screen of the server (spec §2) at one address, before any script of the page runs. */
const failsAt = (page: Page, path: string): Promise<unknown> =>
  page.addInitScript((failing) => {
    if (location.pathname !== failing) return
    const screen = '<div data-site-down=""><h1>Sorry, Something Went Wrong</h1></div>'
    const show = (): void => document.querySelector('main')?.setHTMLUnsafe(screen)
    document.addEventListener('readystatechange', show, { once: true })
  }, path)

test('a failed page is reported once for each time it is shown', async ({
  browser,
  shop,
  serviceWorkers,
}) => {
  const page = await newVisitor(browser, shop.url, serviceWorkers)
  const reports: (string | null)[] = []
  page.on('request', (request) => {
    if (/site-down|analytics/.test(request.url())) reports.push(request.postData())
  })
  await failsAt(page, '/science')
  await page.goto('/science')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, Something Went Wrong')
  await expect.poll(() => reports).toEqual(['{"page":"/science"}'])
  await page.reload()
  await expect.poll(() => reports.length).toBe(2)
  await page.goto('/approach')
  expect(reports).toEqual(['{"page":"/science"}', '{"page":"/science"}'])
  await page.context().close()
})

test('a page that failed while the shop was down is reported once, by the next page', async ({
  browser,
  shop,
  serviceWorkers,
}) => {
  const page = await newVisitor(browser, shop.url, serviceWorkers)
  await page.goto('/cart?cart=syn-wk')
  let isDown = true
  const taken: (string | null)[] = []
  await page.route('**/api/site-down', async (route) => {
    if (isDown) return route.fulfill({ status: 503, json: { code: 'SHOP_BUSY' } })
    taken.push(route.request().postData())
    return route.continue()
  })
  const refused = page.waitForResponse(/site-down/)
  await failsAt(page, '/checkout')
  await page.addInitScript(() => {
    // The page itself would report after five seconds, just as it is left on a busy machine.
    const start = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (action: () => void, ms = 0) => (ms < 5_000 ? start(action, ms) : 0),
    })
  })
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, Something Went Wrong')
  expect((await refused).status()).toBe(503)
  isDown = false
  const reports = page.waitForResponse(/site-down/)
  await page.goto('/science')
  expect((await reports).status()).toBe(200)
  await page.goto('/cart')
  await expect(page.getByRole('main')).toContainText('DS-01')
  expect(taken).toEqual(['{"page":"/checkout"}'])
  await page.context().close()
})

test('a checkout whose script fails still sells, because the form posts as without scripts', async ({
  page,
}) => {
  await page.route(/assets\/checkout-page/, (route) => route.abort())
  await page.goto('/daily-synbiotic')
  await startCheckout(page)
  await fillAddress(page, { email: newEmail() })
  await pay(page, 'approve', true)
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
})

test('text typed before the session ended is in the form after sign-in', async ({ page, context }) => {
  await signInAsJune(page)
  // What stores entered text is loaded after the page.
  await page.goto('/account', { waitUntil: 'networkidle' })
  await page.getByLabel('First name').fill('Juniper')
  await context.clearCookies({ name: new RegExp(`${brand.keys.sessionCookie}$`) })
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page).toHaveURL(/\/login\?return_to=%2Faccount$/)
  await inForm(page).getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill('good-soil-26')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByLabel('First name')).toHaveValue('Juniper')
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('June')
})

test('a form that is being sent is not sent again, and its button is marked busy', async ({ page }) => {
  await page.goto('/login')
  await inForm(page).getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill('no such word')
  const pressed = await page.getByRole('button', { name: 'Login' }).evaluate((button: HTMLButtonElement) => {
    const held: boolean[] = []
    addEventListener('submit', (event) => held.push(event.defaultPrevented))
    for (let press = 0; press < 2; press += 1) button.click()
    return { held, busy: button.getAttribute('aria-busy') }
  })
  expect(pressed).toEqual({ held: [false, true], busy: 'true' })
  await expect(page.getByRole('alert').first()).toContainText('Incorrect username/password')
})
