import {
  cardFrame, choose, fillAddress, inForm, longDay, newEmail, openMail, password, pay, payButton, setPasswordByMail, shopToday, travelTo,
} from './buying.ts' // prettier-ignore
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

const [phone, screen] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const windows = [
  { javaScriptEnabled: true, viewport: phone, serviceWorkers: 'allow' },
  { javaScriptEnabled: true, viewport: phone, serviceWorkers: 'block' },
  { javaScriptEnabled: true, viewport: screen, serviceWorkers: 'allow' },
  { javaScriptEnabled: false, viewport: phone, serviceWorkers: 'allow' },
  { javaScriptEnabled: false, viewport: screen, serviceWorkers: 'allow' },
] as const

for (const window of windows) {
  const scripts = window.javaScriptEnabled
  const worker = window.serviceWorkers === 'allow' ? '' : ', without a service worker'
  test.describe(`${window.viewport.width} px, ${scripts ? 'with' : 'without'} JavaScript${worker}`, () => {
    test.use(window)

    test('a visitor buys from the product page, and the subscription renews with one charge', async ({
      page,
      serviceWorkers,
    }) => {
      const look = async (): Promise<void> => {
        await expectNoSidewaysScroll(page)
        // axe is a script itself; without scripts, and without a service worker, the pages are the same.
        const isLookedAt = scripts && serviceWorkers === 'allow' && window.viewport.width === 390
        if (isLookedAt) await expectAccessible(page)
      }
      const email = newEmail()

      await page.goto('/daily-synbiotic')
      await look()
      await choose(page, 'Starter kit', '1 month')
      await page
        .getByRole('button', { name: /Start Now/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/cart$/)
      await expect(page.getByRole('main')).toContainText('Renews every month at $49.99')
      await look()

      await page.getByLabel('Enter promo code').fill('DS-01-25-OFF')
      await page.getByRole('button', { name: 'Apply' }).click()
      // 49.99 less 25 %, 12.4975, rounded 12.50.
      await expect(page.getByRole('main')).toContainText('$37.49')
      await page
        .getByRole('button', { name: /Continue to Checkout/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/checkout$/)
      await look()

      // Totals follow what is typed once the scripts run, and these put the card's fields there.
      if (scripts) await expect(cardFrame(page).getByLabel('Security code')).toBeVisible()
      await fillAddress(page, { email, city: 'Oakland', zip: '94601' })
      if (!scripts) await page.getByRole('button', { name: 'Update totals' }).click()
      // 37.49 and 7.25 % of it, 2.718, rounded 2.72.
      await expect(payButton(page, scripts ? 'Place order' : 'Continue to card page')).toContainText('$40.21')
      await pay(page, 'approve', scripts)
      await expect(page).toHaveURL(/\/thank-you\?checkout=/)
      // The day of the order, also when the shop's day ended while the visitor chose.
      const today = await shopToday(page)
      const next = today.add({ months: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
      await expect(page.getByRole('main')).toContainText('$40.21')
      await look()

      // The browser's back button leads to nothing that could be bought twice.
      await page.goBack()
      await expect(page).toHaveURL(/\/cart$/)
      await expect(page.getByRole('main')).toContainText('Your cart is empty')

      await openMail(page, email, 'Your order')
      // A renewal has no promo code: 49.99 and 7.25 % of it, 3.624, rounded 3.62.
      await expect(page.getByRole('main')).toContainText(
        `renews every month at $53.61, first on ${longDay(next)}`,
      )
      await look()
      await setPasswordByMail(page, email)
      await look()

      await page.goto('/account/subscriptions')
      await expect(page.getByRole('main')).toContainText(longDay(next))
      await expect(page.getByRole('main')).toContainText('$53.61')
      await look()

      await travelTo(page, next)
      await look()
      await page.goto('/login?return_to=/account/orders')
      // A month is longer than a session lasts without a visit.
      if (page.url().includes('/login')) {
        await inForm(page).getByLabel('Email').fill(email)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Login' }).click()
      }
      await expect(page).toHaveURL(/\/account\/orders$/)
      await expect(page.getByRole('main').getByText('$53.61')).toHaveCount(1)
      await expect(page.getByRole('main').getByText('$40.21')).toHaveCount(1)
      await look()
      await openMail(page, email, 'Your subscription renewed')
      await expect(page.getByRole('main')).toContainText('$53.61')
      await page.goto('/account/subscriptions')
      await expect(page.getByRole('main')).toContainText(longDay(today.add({ months: 2 })))
    })
  })
}
