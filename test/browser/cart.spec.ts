import type { Page, Route } from '@playwright/test'
import { brand } from '#shared/brand.ts'
import { expect, expectAccessible, test } from './running-shop.ts'

test.use({ viewport: { width: 390, height: 664 } })

const oneMore = (page: Page) => page.getByRole('button', { name: 'One more DS-01' })
const quantity = (page: Page) => page.locator('#quantity-syn-wk')
const code = (page: Page) => page.getByLabel('Enter promo code')
const message = (page: Page) => page.getByText('We could not reach your cart.')

/** A cart with one DS-01, whose script has taken over: what it asks for from now on is not a page of its own. */
const openCart = async (page: Page): Promise<void> => {
  await page.goto('/cart?cart=syn-wk')
  await expect(page).toHaveURL(/\/cart$/)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
}

const expectSameDocument = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-same-document', '')

const isChange = (route: Route): boolean => route.request().method() === 'POST'

/** Holds the answers to changes back until it is called. */
const holdAnswers = async (page: Page): Promise<() => void> => {
  const released = Promise.withResolvers<undefined>()
  await page.route('**/cart', async (route) => {
    if (isChange(route)) await released.promise
    await route.continue()
  })
  return () => released.resolve(undefined)
}

const storedItems = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), brand.keys.cartItems)

test('the cart updates without leaving the page, keeps the focus, announces the total, and loads no React', async ({
  page,
}) => {
  await openCart(page)
  const status = page.locator('main output')
  await expect(status).toHaveText('Total $49.99')
  await oneMore(page).focus()
  await page.keyboard.press('Enter')
  await expect(quantity(page)).toHaveValue('2')
  await expect(oneMore(page)).toBeFocused()
  await expect(status).toHaveText('Total $99.98')
  expect(await storedItems(page)).toBe('{"syn-wk":2}')
  await expect(page.locator('[data-cart-count]').first()).toHaveAttribute('data-cart-count', '2')
  await page.getByRole('button', { name: /^Add VS-01/ }).click()
  await expect(page.locator('#quantity-vs-wk')).toHaveValue('1')
  await page.getByRole('button', { name: /^Remove VS-01/ }).click()
  await expect(page.locator('#quantity-vs-wk')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Remove DS-01/ }).click()
  const empty = page.getByRole('heading', { name: 'Your cart is empty.' })
  await expect(empty).toBeFocused()
  await expect(status).toBeEmpty()
  expect(await storedItems(page)).toBeNull()
  await expectSameDocument(page)
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  expect(scripts.filter((name) => /react|entry\.client/.test(name))).toEqual([])
})

test('clicks and text entered while an answer is pending are applied and kept', async ({ page }) => {
  await openCart(page)
  const release = await holdAnswers(page)
  await quantity(page).fill('2')
  await oneMore(page).click()
  await oneMore(page).click()
  await code(page).fill('WELCO')
  await code(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 3))
  release()
  // 2, and two more.
  await expect(quantity(page)).toHaveValue('4')
  await expect(code(page)).toHaveValue('WELCO')
  await expect(code(page)).toBeFocused()
  const selection = await code(page).evaluate((field: HTMLInputElement) => [
    field.selectionStart,
    field.selectionEnd,
  ])
  expect(selection).toEqual([2, 3])
  await page.reload()
  await expect(quantity(page)).toHaveValue('4')
})

test('a button held down while an answer arrives is clicked on release', async ({ page }) => {
  await openCart(page)
  const release = await holdAnswers(page)
  await oneMore(page).click()
  await oneMore(page).hover()
  await page.mouse.down()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  release()
  await (await answered).finished()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.mouse.up()
  await expect(quantity(page)).toHaveValue('3')
})

test('a mouse press that opens a menu and never ends does not block answers', async ({ page }) => {
  await openCart(page)
  // No timeout ends a press.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByText('Renews until you cancel').hover()
  await page.mouse.down({ button: 'right' })
  await page.keyboard.press('Escape')
  await oneMore(page).focus()
  await page.keyboard.press('Enter')
  await expect(quantity(page)).toHaveValue('2')
  await page.mouse.up({ button: 'right' })
})

test('pressing a button of an already removed line does nothing', async ({ page }) => {
  await openCart(page)
  const release = await holdAnswers(page)
  const remove = page.getByRole('button', { name: /^Remove DS-01/ })
  await remove.click()
  await oneMore(page).click()
  await remove.click()
  release()
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible()
})

test('without a connection the page says so, loses nothing, and continues when the shop is back', async ({
  page,
}) => {
  await openCart(page)
  const failures = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Closed</h1>' }),
  ]
  await code(page).fill('WELCO')
  for (const fail of failures) {
    const failChanges = (route: Route) => (isChange(route) ? fail(route) : route.continue())
    await page.route('**/cart', failChanges)
    await oneMore(page).click()
    await expect(message(page)).toBeVisible()
    await expect(code(page)).toHaveValue('WELCO')
    await expect(oneMore(page)).not.toHaveAttribute('aria-busy')
    await page.unroute('**/cart', failChanges)
    const before = Number(await quantity(page).inputValue())
    await oneMore(page).click()
    await expect(quantity(page)).toHaveValue(String(before + 1))
    await expect(message(page)).toBeHidden()
  }
  await expectSameDocument(page)
})

test('lines with the same picture each keep their picture', async ({ page }) => {
  await page.goto('/cart?cart=syn-wk-gift-2020')
  await openCart(page)
  const pictures = page.getByRole('main').locator('li:has(input[type=number], button[value^=remove]) img')
  await expect(pictures).toHaveCount(2)
  await oneMore(page).first().click()
  await expect(page.locator('main output')).toHaveText('Total $149.97')
  await expect(pictures).toHaveCount(2)
})

test('an open wallet button stays while the cart changes, and shows the new total', async ({ page }) => {
  await openCart(page)
  const wallet = page.getByRole('button', { name: 'Pay with Sandbox Wallet' })
  await wallet.evaluate((button) => button.setAttribute('data-same-button', ''))
  await oneMore(page).click()
  await expect(quantity(page)).toHaveValue('2')
  await expect(wallet).toHaveAttribute('data-same-button', '')
  await expect(page.locator('[data-amount]')).toHaveAttribute('data-amount', '9998')
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a quantity and a promo code that are refused together stay as typed, each with its error', async ({
      page,
    }) => {
      await page.goto('/cart?cart=syn-wk')
      await page.goto('/cart?cart=vs-wk')
      const other = page.locator('#quantity-vs-wk')
      await quantity(page).fill('77')
      await other.fill('88')
      await code(page).fill('SPRING26')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('This quantity is not permitted')).toHaveCount(2)
      await expect(page.locator('#promo_code-error')).toContainText('Invalid promo code')
      await expect(page.locator('main output')).toContainText('Invalid promo code')
      await expect(quantity(page)).toHaveValue('77')
      await expect(other).toHaveValue('88')
      await expect(code(page)).toHaveValue('SPRING26')
    })
  })

test('an empty cart loads its picture at once, and says apart from its heading why nothing was added', async ({
  page,
}) => {
  await page.goto('/cart')
  const heading = page.getByRole('heading', { name: 'Your cart is empty.' })
  const picture = page.locator('main img').first()
  await expect(picture).toHaveAttribute('loading', 'eager')
  await expect(picture).toHaveAttribute('fetchpriority', 'high')
  // A form of a plan that a script sent without its button.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/cart' })
    document.body.append(form)
    form.submit()
  })
  const reason = page.getByRole('alert')
  await expect(reason).toBeFocused()
  const [above, below] = await Promise.all([reason.boundingBox(), heading.boundingBox()])
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16)
})
