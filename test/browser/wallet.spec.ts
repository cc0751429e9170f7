import type { FrameLocator, Page } from '@playwright/test'
import { choose, newEmail } from './buying.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

test.use({ viewport: { width: 390, height: 664 } })

const button = (page: Page) => page.getByRole('button', { name: 'Pay with Sandbox Wallet' })

const sheetOf = (page: Page): FrameLocator => page.frameLocator('dialog iframe')

const payIn = (sheet: FrameLocator) => sheet.getByRole('button', { name: /^Pay / })

interface Buyer {
  readonly email: string
  readonly whose?: string
  readonly card?: string
}

/** Opens the wallet and fills its sheet; it shows a sum then. */
const openWallet = async (page: Page, { email, whose = 'June Baker', card = 'Approved.' }: Buyer) => {
  await button(page).click()
  const sheet = sheetOf(page)
  await expect(payIn(sheet)).toBeEnabled()
  await chooseIn(sheet, 'Ship to', whose)
  await sheet.getByLabel('Email').fill(email)
  await chooseIn(sheet, 'Card', card)
  return sheet
}

const chooseIn = async (sheet: FrameLocator, label: string, text: string): Promise<void> => {
  const select = sheet.getByLabel(label)
  const value = await select.locator('option', { hasText: text }).first().getAttribute('value')
  await select.selectOption(value ?? '')
}

const openProduct = async (page: Page): Promise<void> => {
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  // The buttons are drawn once their place comes into view.
  await page.locator('[data-wallet]').scrollIntoViewIfNeeded()
}

const openCart = async (page: Page): Promise<void> => {
  await openProduct(page)
  await page
    .getByRole('button', { name: /Start Now/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/cart$/)
}

const openCheckout = async (page: Page): Promise<void> => {
  await openCart(page)
  await page.getByRole('button', { name: /Continue to Checkout/ }).click()
  await expect(page).toHaveURL(/\/checkout$/)
}

const pages = [
  ['product page', openProduct],
  ['cart', openCart],
  ['checkout', openCheckout],
] as const

for (const [name, open] of pages) {
  test(`${name}: the total follows the address, and the wallet pays it`, async ({ page }) => {
    await open(page)
    const email = newEmail()
    const sheet = await openWallet(page, { email })
    // Oregon: 49.99. California: 7.25 % more, 3.62. Nothing ships to New Zealand.
    await expect(payIn(sheet)).toHaveText('Pay $49.99')
    await chooseIn(sheet, 'Ship to', 'Tama Rewi')
    await expect(sheet.getByRole('alert')).toContainText('eligible')
    await expect(payIn(sheet)).toBeDisabled()
    await chooseIn(sheet, 'Ship to', 'Luis Vega')
    await expect(payIn(sheet)).toHaveText('Pay $53.61')
    await sheet.getByText(/^Expedited/).click()
    await expect(payIn(sheet)).toHaveText('Pay $65.61')
    await sheet.getByText(/^Free shipping/).click()
    await expect(payIn(sheet)).toHaveText('Pay $53.61')
    await expect(sheet.getByText('renews every month at $53.61')).toBeVisible()
    await sheet.getByLabel('Email').fill(email)
    await payIn(sheet).click()
    await expect(page).toHaveURL(/\/thank-you\?checkout=/)
    await expect(page.getByRole('main')).toContainText('$53.61')
    await expect(page.getByRole('main')).toContainText('850 Bryant Street')
  })

  test(`${name}: after a declined card another card pays`, async ({ page }) => {
    await open(page)
    const sheet = await openWallet(page, { email: newEmail(), card: 'insufficient funds' })
    await payIn(sheet).click()
    await expect(sheet.getByRole('alert')).toContainText('Nothing was ordered.')
    await expect(payIn(sheet)).toBeEnabled()
    await chooseIn(sheet, 'Card', 'Approved.')
    await payIn(sheet).click()
    await expect(page).toHaveURL(/\/thank-you\?checkout=/)
  })

  test(`${name}: a closed sheet buys nothing, and a decline is shown on the page`, async ({ page }) => {
    await open(page)
    const sheet = await openWallet(page, { email: newEmail(), card: 'insufficient funds' })
    await payIn(sheet).click()
    await expect(sheet.getByRole('alert')).toContainText('Nothing was ordered.')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('[data-wallet-buttons] dialog')).toHaveCount(0)
    await expect(button(page)).toBeFocused()
    await expect(page.locator('[data-wallet-message]')).toContainText('Nothing was ordered.')
    await expectNoSidewaysScroll(page)
  })
}

test('a changed total is refused, and the new one is shown', async ({ page, context }) => {
  await openCart(page)
  const sheet = await openWallet(page, { email: newEmail() })
  await expect(payIn(sheet)).toHaveText('Pay $49.99')
  const other = await context.newPage()
  await other.goto('/cart')
  await other
    .getByRole('button', { name: /^One more/ })
    .first()
    .click()
  await expect(other.getByRole('main')).toContainText('$99.98')
  await payIn(sheet).click()
  await expect(sheet.getByRole('alert')).toContainText('The total has changed')
  await expect(payIn(sheet)).toHaveText('Pay $99.98')
  await expect(page.getByRole('main')).toContainText('$99.98')
  await payIn(sheet).click()
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
})

test('a double click in the wallet with bank confirmation buys once', async ({ page }) => {
  await openCheckout(page)
  const sheet = await openWallet(page, { email: newEmail(), card: 'the bank asks the buyer first' })
  await payIn(sheet).dblclick()
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i)
})

test('a cart in two tabs makes one order', async ({ page, context }) => {
  await openCart(page)
  const other = await context.newPage()
  await other.goto('/cart')
  const email = newEmail()
  const [first, second] = [await openWallet(page, { email }), await openWallet(other, { email })]
  await payIn(first).click()
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
  await payIn(second).click()
  await expect(other.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible()
})

test('a wallet e-mail with an account needs sign-in, and the page links to it', async ({ page }) => {
  await openProduct(page)
  const sheet = await openWallet(page, { email: 'june@loam.example' })
  await payIn(sheet).click()
  await expect(sheet.getByRole('alert')).not.toBeEmpty()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('[data-wallet-message]').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    /^\/login\?return_to=/,
  )
})

test('a cart with a gift offers no wallet before the recipient is entered', async ({ page }) => {
  await page.goto('/cart?cart=syn-wk-gift-2020')
  await expect(page.getByRole('button', { name: /Continue to Checkout/ })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})

test('the wallet buttons load without shifting the page, and the sheet is accessible', async ({ page }) => {
  await openCheckout(page)
  const place = page.locator('[data-wallet-buttons]')
  await expect(button(page)).toBeVisible()
  // The button fills the reserved height.
  expect(await place.evaluate((element) => element.getBoundingClientRect().height)).toBe(52)
  const sheet = await openWallet(page, { email: newEmail() })
  await expect(payIn(sheet)).toBeInViewport()
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no wallet, no empty frame and no reserved space is shown', async ({ page }) => {
    for (const path of ['/daily-synbiotic', '/cart?cart=syn-rf', '/checkout']) {
      await page.goto(path)
      const wallet = page.locator('[data-wallet]')
      await expect(wallet).toHaveCount(1)
      await expect(wallet).toBeHidden()
      await expect(page.locator('main iframe')).toHaveCount(0)
    }
  })
})
