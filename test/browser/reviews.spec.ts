import { inForm } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { buyByApi } from './member-by-api.ts'
import { shopCommand } from './operator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'
import type { RunningShop } from './shop-child.ts'

test.use({ viewport: { width: 390, height: 664 } })

/** Buys a starter kit as a guest; a carrier has delivered it. */
const receive = async (shop: RunningShop) => {
  const { email, number } = await buyByApi(shop, { code: 'syn-wk' })
  await shopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', `1Z${number}`)
  await shopCommand(shop, 'shipments', 'event', `1Z${number}`, 'delivered')
  return { email, number }
}

test('a guest reviews a delivered product, staff publish the review, and the product page shows it', async ({
  page,
  shop,
}) => {
  const { email, number } = await receive(shop)
  await page.goto('/review')
  await expectAccessible(page)
  await page.getByLabel('Order number').fill(number)
  await inForm(page).getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Find the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review DS-01 Daily Synbiotic')
  await page.getByLabel('Title').fill('Nice jar, sticky lid')
  await page.getByLabel('Your review').fill('Too short')
  await page.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Please choose a star rating.').first()).toBeVisible()
  await expect(page.getByText('Please write at least 10 characters.').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Nice jar, sticky lid')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByText('Not good').click()
  await page.getByLabel('Your review').fill('The capsules are fine, but the lid sticks every morning.')
  await page.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('We’ll read your review soon, and email you about it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete the review' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'support', 'Mia Reyes')
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/desk/reviews')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish “Nice jar, sticky lid”' }).click()
  await expect(page.getByText('The review is published.')).toBeVisible()

  for (const path of ['/daily-synbiotic', '/reviews/ds-01']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Nice jar, sticky lid' })).toBeVisible()
    await expectFineAtBothSizes(page)
  }
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/daily-synbiotic')
  await page.getByRole('link', { name: '1 review', exact: true }).click()
  await expect(page).toHaveURL(/#reviews$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('typed review text is kept, and reviews are sorted by links', async ({ page }) => {
    await page.goto('/review')
    await page.getByLabel('Order number').fill('LNOTTHERE0')
    await inForm(page).getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Find the order' }).click()
    await expect(page.getByText('We couldn’t find this order.')).toBeVisible()
    await expect(page.getByLabel('Order number')).toHaveValue('LNOTTHERE0')
    await page.goto('/reviews/vs-01')
    await expect(page.getByText('No reviews yet.')).toBeVisible()
  })
})
