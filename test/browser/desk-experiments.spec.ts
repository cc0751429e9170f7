import { choose, fillAddress, newEmail, pay, startCheckout } from './buying.ts'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('an experiment is planned and started without scripts; a visitor who allows analytics sees a variant, buys, and is counted', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Tries')
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await plain.addCookies(await page.context().cookies())
  const desk = await plain.newPage()
  await desk.goto('/desk')
  await desk.getByRole('link', { name: 'Experiments' }).first().click()
  await desk.getByRole('link', { name: 'New experiment' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('hero_text')
  await desk.getByLabel('Question').fill('Does a shorter text bring orders?')
  await desk.getByLabel('What you expect, and what you do then').fill('Three of 100 more order.')
  await desk.getByLabel('Assigned by').selectOption('visitor')
  await desk.getByLabel('Smallest difference that matters').fill('many')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await expect(desk.getByRole('alert')).toContainText('Please enter a number.')
  await expect(desk.getByLabel('Question')).toHaveValue('Does a shorter text bring orders?')
  await desk.getByLabel('Smallest difference that matters').fill('3')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await desk.getByRole('button', { name: 'Start experiment' }).click()
  await expect(desk.getByText('It runs from now on.')).toBeVisible()

  const shopping = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await shopping.goto('/daily-synbiotic')
  const flags = shopping.locator('#flags')
  await expect(flags).toHaveAttribute('data-open', /hero_text/)
  await expect(flags).not.toHaveAttribute('data-experiment-hero_text', /./)
  const met = shopping.waitForResponse(/hero_text\/visitor-exposure/)
  await shopping.getByRole('button', { name: 'Allow all' }).click()
  expect((await met).status()).toBe(200)
  await expect(flags).toHaveAttribute('data-experiment-hero_text', /control|treatment/)
  const variant = (await flags.getAttribute('data-experiment-hero_text')) ?? ''
  await choose(shopping, 'Refill', '1 month')
  await startCheckout(shopping)
  await fillAddress(shopping, { email: newEmail() })
  await pay(shopping, 'approve', true)
  await shopping.waitForURL(/\/thank-you/)
  await expect(flags).toHaveAttribute('data-experiment-hero_text', variant)

  await page.goto('/desk/experiments/hero_text')
  await expect(
    page.getByText(variant === 'control' ? 'control 1, treatment 0' : 'control 0, treatment 1'),
  ).toBeVisible()
  await expect(page.getByText('Too early, from')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.goto('/desk/experiments/new?like=hero_text')
  await expect(page.getByLabel('Question')).toHaveValue('Does a shorter text bring orders?')
  await expectFineAtBothSizes(page)
  await page.goto('/desk/experiments')
  await expectFineAtBothSizes(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/experiments\/\w+/)
})

test('a flag is changed and rolled out, and its list and page fit and are accessible', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'owner', 'Olive Flags')
  await page.goto('/desk/flags')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'email-headline-variant-1' }).click()
  await page.getByLabel('On for, in percent').fill('25')
  await page.getByLabel('People').selectOption('only')
  await page.getByRole('button', { name: 'Change flag' }).click()
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByText('on for 25 % of subscribers').first()).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByLabel('Type the number of accounts').fill('99999')
  await page.getByLabel('Reason').last().fill('It went well.')
  await page.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByRole('alert')).toContainText('Please type the number of accounts')
  await expect(page.getByLabel('Reason').last()).toHaveValue('It went well.')
})
