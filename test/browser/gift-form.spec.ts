import { expect, test } from './running-shop.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 664 } })

    test('Continue keeps the gift: empty it says what is missing, and nothing typed is lost', async ({
      page,
    }) => {
      await page.goto('/cart?cart=syn-wk-gift-2020')
      const form = page.locator('#gift')
      const onward = page.getByRole('button', { name: /Continue to Checkout/ })
      await form.getByLabel('Your message').fill('With love')
      await onward.click()
      const summary = form.getByRole('alert')
      await expect(summary).toContainText('Kindly check what you typed about the gift.')
      await expect(summary.getByRole('link', { name: 'Kindly enter a full name.' })).toHaveAttribute(
        'href',
        '#recipient_name',
      )
      await expect(form.getByLabel('Your message')).toHaveValue('With love')
      await form.getByLabel('Their name').fill('Ilse Moor')
      if (javaScriptEnabled) {
        // Another change of the cart in between.
        await page.getByLabel('Enter promo code').fill('NO-SUCH-CODE')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByText('Invalid promo code')).toBeVisible()
        await expect(form.getByLabel('Their name')).toHaveValue('Ilse Moor')
      }
      await form.getByLabel('Their email').fill('ilse@example.com')
      await onward.click()
      await expect(page).toHaveURL(/\/checkout$/)
      await page.goto('/cart')
      await expect(form.getByLabel('Their name')).toHaveValue('Ilse Moor')
      await expect(form.getByLabel('Your message')).toHaveValue('With love')
      await expect(form.getByRole('status')).toContainText('For Ilse Moor')
    })
  })
