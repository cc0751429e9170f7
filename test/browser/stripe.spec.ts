import type { APIRequestContext } from '@playwright/test'
import { z } from 'zod'
import { machineClock } from '#platform/clock.ts'
import { startStripe, type StandIn } from '../stripe/start-stripe.ts'
import { choose, fillAddress, inForm, newEmail, payButton, startCheckout } from './buying.ts'
import { expect, test as withSandbox } from './running-shop.ts'
import { openShop } from './shop-child.ts'
import { useStandInScript, type Answer } from './stripe-js.ts'

const keys = { secret: 'sk_test_browser', publishable: 'pk_test_browser', webhook: 'whsec_browser' }

const test = withSandbox.extend<object, { readonly standIn: StandIn }>({
  standIn: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads here which other fixtures this one needs
    async ({}, use) => {
      const standIn = await startStripe({ clock: machineClock, secretKey: keys.secret })
      await use(standIn)
      await standIn.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    ({ standIn }, use) =>
      openShop(
        async (shop) => {
          standIn.webhooks.sendTo(`${shop.url}/api/payment/webhook/stripe`, [keys.webhook])
          await use(shop)
        },
        {
          PROCESSOR: 'stripe',
          STRIPE_SECRET_KEY: keys.secret,
          STRIPE_PUBLISHABLE_KEY: keys.publishable,
          STRIPE_WEBHOOK_SECRET: keys.webhook,
          STRIPE_API_BASE: standIn.url,
        },
      ),
    { scope: 'worker', timeout: 600_000 },
  ],
})

// One shop with Stripe for all of them.
test.describe.configure({ mode: 'default' })

/** What the address of a purchase answers about the bank's question, to the browser of a page or to a stranger. */
const challengeFor = async (browser: APIRequestContext, pageUrl: string): Promise<unknown> => {
  const id = new URL(pageUrl).searchParams.get('checkout') ?? ''
  const answer = await browser.get(new URL(`/api/purchase/${id}`, pageUrl).href)
  return z.object({ page_challenge: z.unknown() }).parse(await answer.json()).page_challenge
}

for (const [state, answer] of [
  ['stays open', 'wait'],
  ['cannot be opened', 'fail'],
] as const)
  test(`a payment approved elsewhere is noticed while the bank dialog on the page ${state}`, async ({
    page,
    standIn,
  }) => {
    await useStandInScript(page, standIn, 'pm_card_authenticationRequired', () => answer)
    await page.goto('/daily-synbiotic')
    await choose(page, 'Refill', '1 month')
    await startCheckout(page)
    await fillAddress(page, { email: newEmail() })
    await expect(page.getByText('Stripe card field')).toBeVisible()
    await payButton(page).click()
    const shown =
      answer === 'wait'
        ? 'Your bank needs you to confirm the payment on this page.'
        : 'We couldn’t open your bank’s confirmation.'
    await expect(page.getByText(shown)).toBeVisible()

    const challenge = z
      .object({ client_secret: z.string() })
      .parse(await challengeFor(page.request, page.url()))
    standIn.buyer.authenticate(challenge.client_secret.split('_secret_')[0] ?? '')
    await standIn.webhooks.deliver()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i)
  })

test('a refused bank confirmation leads back to the card, and an approved one, after a reload, places the order', async ({
  page,
  playwright,
  standIn,
}) => {
  let answer: Answer = 'refuse'
  await useStandInScript(page, standIn, 'pm_card_authenticationRequired', () => answer)
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await startCheckout(page)
  await fillAddress(page, { email: newEmail() })
  await expect(page.getByText('Stripe card field')).toBeVisible()
  await payButton(page).click()

  await expect(page).toHaveURL(/\/checkout\?declined=/)
  await expect(page.getByRole('group', { name: 'Card' })).toContainText('Your card was declined')
  await expect(inForm(page).getByLabel('Address', { exact: true })).toHaveValue('1 Alder Way')

  answer = 'wait'
  await expect(page.getByText('Stripe card field')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText('Your bank needs you to confirm the payment on this page.')).toBeVisible()
  expect(await challengeFor(page.request, page.url())).toMatchObject({ client_secret: expect.any(String) })
  const stranger = await playwright.request.newContext()
  expect(await challengeFor(stranger, page.url())).toBeNull()
  await stranger.dispose()
  answer = 'approve'
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i)
})

test('a Stripe wallet shows the total and the renewal for its address, and pays them', async ({
  page,
  standIn,
}) => {
  await useStandInScript(page, standIn, 'pm_card_visa', () => 'approve')
  const messages: unknown[] = []
  await page.exposeFunction('tellWallet', (what: unknown) => void messages.push(what))
  await page.addInitScript(`window.walletEmail = '${newEmail()}'`)
  await page.goto('/daily-synbiotic')
  await choose(page, 'Refill', '1 month')
  await page.locator('[data-wallet]').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Stripe wallet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i)
  // California: 49.99 and 7.25 % of it, 3.62.
  expect(messages).toContainEqual({ amount: 5361 })
  expect(messages.at(-1)).toMatchObject({
    shown: {
      lineItems: expect.arrayContaining([
        { name: 'Taxes', amount: 362 },
        { name: expect.stringContaining('renews every month at $53.61'), amount: 0 },
      ]),
      shippingRates: [{ id: 'free_shipping', amount: 0 }, { amount: 1200 }],
      applePay: {
        recurringPaymentRequest: {
          regularBilling: {
            amount: 5361,
            recurringPaymentIntervalUnit: 'month',
            recurringPaymentIntervalCount: 1,
          },
        },
      },
    },
  })
  await expect(page.getByRole('main')).toContainText('$53.61')
})
