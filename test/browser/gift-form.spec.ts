import type { Page } from '@playwright/test'
import { expect, test } from './running-shop.ts'

const openGiftCart = async (page: Page) => {
  await page.goto('/cart?cart=syn-wk-gift-2020')
  return page.locator('#gift')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 664 } })

    test('Continue saves the gift: an empty form shows what is missing, and typed text is kept', async ({
      page,
    }) => {
      const form = await openGiftCart(page)
      const onward = page.getByRole('button', { name: /Continue to Checkout/ })
      await form.getByLabel('Your message').fill('With love')
      await onward.click()
      const summary = form.getByRole('alert')
      await expect(summary).toContainText('Please check the gift details.')
      await expect(summary.getByRole('link', { name: 'Please enter a full name.' })).toHaveAttribute(
        'href',
        '#recipient_name',
      )
      await expect(form.getByLabel('Your message')).toHaveValue('With love')
      await form.getByLabel('Their name').fill('Ilse Moor')
      await form.getByLabel('Their email').fill('ilse@example.com')
      await onward.click()
      await expect(page).toHaveURL(/\/checkout$/)
      await page.goto('/cart')
      await expect(form.getByLabel('Their name')).toHaveValue('Ilse Moor')
      await expect(form.getByLabel('Your message')).toHaveValue('With love')
      await expect(form.getByRole('status')).toContainText('For Ilse Moor')
    })

    test('a button of the cart keeps the typed quantity and promo code', async ({ page }) => {
      await page.goto('/cart?cart=syn-wk')
      await page.goto('/cart?cart=vs-wk')
      const [first, second] = [page.locator('#quantity-syn-wk'), page.locator('#quantity-vs-wk')]
      const code = page.getByLabel('Enter promo code')
      const oneMore = page.getByRole('button', { name: 'One more VS-01' })
      await code.fill('welcome')
      await first.fill('3')
      await oneMore.click()
      await expect(second).toHaveValue('2')
      await expect(first).toHaveValue('3')
      await expect(code).toHaveValue('welcome')
      // A refused quantity does not stop the button, and what was typed is not lost.
      await first.fill('77')
      await oneMore.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('This quantity is not permitted')
      await expect(second).toHaveValue('3')
      await expect(first).toHaveValue('77')
      await expect(code).toHaveValue('welcome')
      // With scripts a quantity that is left is sent by itself, maybe while the next button is pressed.
      await first.fill('1')
      await code.fill('SPRING26')
      await page.getByRole('button', { name: 'Apply' }).click()
      const refused = page.locator('#promo_code-error')
      await expect(refused).toBeVisible()
      await expect(refused).toBeInViewport()
      await expect(code).toBeInViewport()
      await expect(first).toHaveValue('1')
      await oneMore.click()
      await expect(second).toHaveValue('4')
      await expect(code).toHaveValue('SPRING26')
      await code.fill('WELCOME10')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('button', { name: 'Remove promo code WELCOME10' })).toBeVisible()
      await expect(code).toHaveValue('')
    })

    test('Continue without a gift saves a quantity and a promo code first, and stays on the page when one is refused', async ({
      page,
    }) => {
      await page.goto('/cart?cart=syn-wk')
      const quantity = page.locator('#quantity-syn-wk')
      const code = page.getByLabel('Enter promo code')
      const onward = page.getByRole('button', { name: /Continue to Checkout/ })
      const alert = page.getByRole('main').getByRole('alert')
      await quantity.fill('77')
      await onward.click()
      await expect(alert).toContainText('This quantity is not permitted')
      await expect(alert).toBeInViewport()
      await expect(page).toHaveURL(/\/cart$/)
      // The same sentence again comes into view again.
      await onward.scrollIntoViewIfNeeded()
      await onward.click()
      await expect(alert).toBeInViewport()
      await quantity.fill('2')
      await code.fill('SPRING26')
      await onward.click()
      await expect(page.locator('#promo_code-error')).toBeInViewport()
      await expect(quantity).toHaveValue('2')
      await expect(page).toHaveURL(/\/cart$/)
      await code.fill('WELCOME10')
      await onward.click()
      await expect(page).toHaveURL(/\/checkout$/)
      // A refusal of the checkout's field is seen, too.
      await page.goto('/cart')
      await expect(page.getByRole('button', { name: 'Remove promo code WELCOME10' })).toBeVisible()
      await expect(quantity).toHaveValue('2')
      await onward.click()
      await expect(page).toHaveURL(/\/checkout$/)
    })

    test('every other button of the cart keeps the typed gift text', async ({ page, shop }) => {
      await page.goto('/cart?cart=vs-wk')
      const form = await openGiftCart(page)
      const name = form.getByLabel('Their name')
      const quantity = page.locator('#quantity-vs-wk')
      await name.fill('Ilse Mo')
      await form.getByLabel('Their email').fill('ilse@')
      await form.getByLabel('Your message').fill('With love,\nfrom all of us')
      const nothingIsLost = async () => {
        await expect(name).toHaveValue('Ilse Mo')
        await expect(form.getByLabel('Their email')).toHaveValue('ilse@')
        await expect(form.getByLabel('Your message')).toHaveValue('With love,\nfrom all of us')
      }
      await page.getByLabel('Enter promo code').fill('NO-SUCH-CODE')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.locator('#promo_code-error')).toBeVisible()
      await nothingIsLost()
      await page.getByLabel('Enter promo code').fill('WELCOME10')
      await page.getByLabel('Enter promo code').press('Enter')
      await expect(page.getByRole('button', { name: 'Remove promo code WELCOME10' })).toBeVisible()
      await nothingIsLost()
      await page.getByRole('button', { name: 'Remove promo code WELCOME10' }).click()
      await expect(page.getByRole('button', { name: 'Remove promo code WELCOME10' })).toBeHidden()
      await page.getByRole('button', { name: 'One more VS-01' }).click()
      await expect(quantity).toHaveValue('2')
      await nothingIsLost()
      await quantity.fill('77')
      await quantity.press('Enter')
      await expect(page.locator('main').getByRole('alert')).toContainText(
        'This quantity is not permitted for this product.',
      )
      await nothingIsLost()
      await quantity.fill('3')
      await quantity.press('Enter')
      await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
      await expect(quantity).toHaveValue('3')
      await page.getByRole('button', { name: /^Add / }).first().click()
      await page.getByRole('button', { name: /^Remove VS-01/ }).click()
      await expect(quantity).toHaveCount(0)
      await nothingIsLost()
      await page.reload()
      await nothingIsLost()
      // What a link from another site offers is agreed to in the same form.
      await page.goto(`data:text/html,<a href="${shop.url}/cart?cart=vs-wk">DS-01 and VS-01</a>`)
      await page.getByRole('link').click()
      await name.fill('Ilse Moor')
      await page.getByRole('button', { name: /^Add to cart/ }).click()
      await expect(quantity).toHaveValue('1')
      await expect(name).toHaveValue('Ilse Moor')
      // Enter in a field of the gift is Continue.
      await name.press('Enter')
      await expect(form.getByRole('alert')).toContainText('Kindly enter a valid email address.')
      await form.getByLabel('Their email').fill('ilse@example.com')
      await name.press('Enter')
      await expect(page).toHaveURL(/\/checkout$/)
    })
  })
