import { brand } from '#shared/brand.ts'
import { inForm } from './buying.ts'
import { signInAsJune } from './june.ts'
import { newVisitor } from './refused-consent.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test('a page that crashes in the browser says so, can be refreshed, and is reported once', async ({
  browser,
  shop,
  serviceWorkers,
}) => {
  const page = await newVisitor(browser, shop.url, serviceWorkers)
  await page.goto('/cart?cart=syn-wk')
  await expect(page.getByRole('main')).toContainText('DS-01')
  // A browser that lacks what the checkout is drawn with.
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'padStart'))
  const reports: (string | null)[] = []
  page.on('request', (request) => {
    if (/site-down|analytics/.test(request.url())) reports.push(request.postData())
  })
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, Something Went Wrong')
  await expect(page.getByRole('main')).toContainText('Our team was notified.')
  // Only the page failed: the shell still works.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Back to cart' })).toBeVisible()
  await expect.poll(() => reports).toEqual(['{"page":"/checkout"}'])
  await page.getByRole('link', { name: 'Refresh the Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, Something Went Wrong')
  await expect.poll(() => reports.length).toBe(2)
  await expectAccessible(page)
  expect(reports).toHaveLength(2)
  await page.context().close()
})

test('a page that crashes before the script of every page has come is reported once too', async ({
  browser,
  shop,
  serviceWorkers,
}) => {
  const page = await newVisitor(browser, shop.url, serviceWorkers)
  await page.goto('/cart?cart=syn-wk')
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'padStart')
    // Counted where they are sent: the script of every page sends its own as it runs.
    const send = window.fetch.bind(window)
    window.fetch = (input, init) => {
      if (input === '/api/site-down') performance.mark('site-down')
      return send(input, init)
    }
  })
  const crashed = Promise.withResolvers<undefined>()
  await page.route(/shell-script/, async (route) => {
    await crashed.promise
    return route.continue()
  })
  await page.goto('/checkout', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, Something Went Wrong')
  const reports = (): Promise<number> => page.evaluate(() => performance.getEntriesByName('site-down').length)
  await expect.poll(reports).toBe(1)
  const loaded = page.waitForLoadState('load')
  crashed.resolve(undefined)
  await loaded
  expect(await reports()).toBe(1)
  await page.context().close()
})

test('a page that failed while the shop was down is reported by the next one, once', async ({
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
  await page.addInitScript(() => {
    if (location.pathname === '/checkout') Reflect.deleteProperty(String.prototype, 'padStart')
    // The page itself would report after five seconds, just as it is left on a busy machine.
    const start = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (act: () => void, ms = 0) => (ms < 5_000 ? start(act, ms) : 0) })
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

test('what was typed when the session ended stands in its form after the sign-in', async ({
  page,
  context,
}) => {
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

test('a form on its way is not sent again, and its button says that it is busy', async ({ page }) => {
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
