import { cardFrame, choose, fillAddress, inForm, newEmail, pay, payButton, startCheckout } from './buying.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './running-shop.ts'

/** The fields that a buyer has to fill in, in the page's frames too, by their autocomplete values. */
const visibleFields = async (page: Page, hasFrame: boolean): Promise<(string | null)[]> => {
  await expect(page.getByLabel('Zip code')).toBeVisible()
  if (hasFrame) await expect(cardFrame(page).getByLabel('Security code')).toBeVisible()
  // What hides from assistive technology too is a trap for programs, not a field.
  const typed =
    ':is(select, textarea, input:not([type=hidden], [type=radio], [type=checkbox])):not([aria-hidden=true] *)'
  const found: (string | null)[] = []
  for (const frame of page.frames())
    for (const field of await frame.locator(typed).filter({ visible: true }).all())
      found.push(await field.getAttribute('autocomplete'))
  return found
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('typed text is still there after a refusal', async ({ page }) => {
      const email = newEmail()
      await page.goto('/daily-synbiotic')
      await choose(page, 'Refill', '1 month')
      await startCheckout(page)
      // The cart and the checkout: two pages, and on the second at most eight fields, those of the card among them.
      const requested = await visibleFields(page, javaScriptEnabled)
      expect(requested).toEqual([
        'email', 'name', 'address-line1', 'address-level2', 'postal-code',
        ...(javaScriptEnabled ? ['cc-number', 'cc-exp', 'cc-csc'] : []),
      ]) // prettier-ignore
      const summary = page.getByRole('alert').first()
      await payButton(page, javaScriptEnabled ? 'Place order' : 'Continue to card page').click()
      for (const missing of [
        'a valid email address',
        'your full name',
        'your address',
        'your city',
        'your zip code',
      ])
        await expect(summary).toContainText(`Kindly enter ${missing}`)
      await fillAddress(page, { email, zip: '97' })
      await page.getByText('Add apartment').click()
      await page.getByLabel('Phone').fill('+1 503 555 0100')
      if (javaScriptEnabled) await pay(page, 'approve', true)
      else await payButton(page, 'Continue to card page').click()
      await expect(summary).not.toContainText('your full name')
      await expect(summary).toContainText('Kindly enter your zip code')
      await expect(summary).toBeFocused()
      await summary.getByRole('link', { name: 'Kindly enter your zip code' }).click()
      await expect(page.getByLabel('Zip code')).toBeFocused()
      await expect(inForm(page).getByLabel('Email', { exact: true })).toHaveValue(email)
      await expect(page.getByLabel('Full name')).toHaveValue('Mara Ito')
      await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Alder Way')
      await expect(page.getByLabel('Zip code')).toHaveValue('97')
      await expect(page.getByLabel('Phone')).toHaveValue('+1 503 555 0100')
      await expect(page.getByLabel('Zip code')).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expectAccessible(page)
    })

    test('a refused code says why and stays in the field', async ({ page }) => {
      await page.goto('/daily-synbiotic')
      await page
        .getByRole('button', { name: /Start Now/ })
        .first()
        .click()
      await page.getByLabel('Enter promo code').fill('SPRING26')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('main')).toContainText('Invalid promo code')
      await expect(page.getByLabel('Enter promo code')).toHaveValue('SPRING26')
      if (javaScriptEnabled) await expectAccessible(page)
    })

    test('the error of a code refused at checkout is visible on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 664 })
      await page.goto('/daily-synbiotic')
      await choose(page, 'Refill', '1 month')
      await startCheckout(page)
      await page.locator('details:has([name=promo_code]) > summary').first().click()
      await page.locator('details details > summary').filter({ hasText: 'Enter promo code' }).click()
      await page.getByLabel('Enter promo code').fill('SPRING26')
      // As an on-screen keyboard may leave it: the lower edge of the field is that of the window.
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('Invalid promo code')).toBeInViewport()
      await expect(page.getByLabel('Enter promo code')).toHaveValue('SPRING26')
    })

    test('a declined card keeps the cart and the address', async ({ page }) => {
      const email = newEmail()
      await page.goto('/daily-synbiotic')
      await choose(page, 'Refill', '1 month')
      await startCheckout(page)
      await fillAddress(page, { email })
      await pay(page, 'no-funds', javaScriptEnabled)
      const declined = 'Your card was declined. You have not been charged.'
      const summary = page.getByRole('alert').first()
      await expect(summary).toContainText(declined)
      // The sentence links to the card and is shown there too.
      await summary.getByRole('link', { name: declined }).click()
      await expect(page.getByRole('group', { name: 'Card' })).toBeFocused()
      await expect(page.getByRole('group', { name: 'Card' })).toContainText(declined)
      await expect(page.getByLabel('Address', { exact: true })).toHaveValue('1 Alder Way')
      await pay(page, 'approve', javaScriptEnabled)
      await expect(page).toHaveURL(/\/thank-you\?checkout=/)
    })

    test('the buyer approves the payment at the bank, and the order is placed', async ({ page }) => {
      await page.goto('/daily-synbiotic')
      await choose(page, 'Refill', '1 month')
      await startCheckout(page)
      await fillAddress(page, { email: newEmail() })
      await pay(page, 'challenge', javaScriptEnabled)
      await expect(page).toHaveURL(/\/challenge\//)
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('button', { name: /approve/i }).click()
      await expect(page).toHaveURL(/\/thank-you\?checkout=/)
      // The page looks again by itself until the payment is decided.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    })

    test('a wrong password shows an error and keeps the e-mail, not the password', async ({ page }) => {
      await page.goto('/login')
      await inForm(page).getByLabel('Email').fill('mara@loam.example')
      await page.getByLabel('Password').fill('something else')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('alert').first()).toContainText('Incorrect username/password')
      await expect(inForm(page).getByLabel('Email')).toHaveValue('mara@loam.example')
      await expect(page.getByLabel('Password')).toHaveValue('')
    })

    test('a link with a product adds it to the cart once, however often the page is loaded', async ({
      page,
    }) => {
      await page.goto('/cart?cart=vs-wk')
      await expect(page.getByRole('main')).toContainText('$39.99')
      await page.reload()
      await expect(page.getByLabel('Edit Quantity')).toHaveValue('1')
      await page.goto('/cart?cart=nothing-we-sell')
      await expect(page.getByRole('main')).toContainText('Product does not exist')
    })
  })
}
