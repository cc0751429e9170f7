import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import { cardExpiry } from '../support/card-pages.ts'
import { memberByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'

test.use({ viewport: { width: 390, height: 664 } })

test('a new card shows which subscriptions use it, and one button uses the card for all', async ({
  page,
  shop,
}) => {
  await (await memberByApi(shop)).signIn(page.context())
  await page.goto('/account/settings/payment-methods/new')
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Card number').fill(testCardNamed('no-funds').number)
  await frame.getByLabel('Expiry').fill(cardExpiry)
  await frame.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
  const refused = page.getByRole('alert').getByRole('link', { name: /^Your card was declined/ })
  await expect(refused).toHaveAttribute('href', '#card')
  await expect(page.getByRole('group', { name: 'Card', exact: true })).toContainText('Your card was declined')

  await page.goto('/account/settings/payment-methods/new')
  await frame.getByLabel('Card number').fill('5555555555554444')
  await frame.getByLabel('Expiry').fill(cardExpiry)
  await frame.getByLabel('Security code').fill('123')
  await page.getByText('No subscription yet').click()
  await page.getByRole('button', { name: 'Save card' }).click()
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(card('Mastercard ending in 4444')).toContainText('No subscriptions use this card.')
  await expect(card('Visa ending in 4242')).toContainText(/Used by .*Daily/)
  await page.getByRole('button', { name: 'Use Mastercard ending in 4444 for my subscription' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('You were not charged.')
  await expect(card('Mastercard ending in 4444')).toContainText(/Used by .*Daily/)
  await expect(card('Visa ending in 4242')).toContainText('No subscriptions use this card.')
})

test('every table column of the cards page is on the screen', async ({ page }) => {
  for (const path of [
    '/entire-world',
    '/how-it-works',
    '/subscription-terms',
    '/privacy-policy',
    '/sustainability',
  ]) {
    await page.goto(path)
    const beyond = await page
      .locator('table')
      .locator('th, td')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.getBoundingClientRect().right > innerWidth)
          .map((cell) => cell.textContent),
      )
    expect(beyond, path).toEqual([])
  }
})
