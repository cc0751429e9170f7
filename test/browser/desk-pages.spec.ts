import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a page is edited without scripts, looked at in the dark and on a wide screen, and published for a stranger', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Pages')
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    // The frame shows a look of its own.
    colorScheme: null,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/desk/pages')
  await plain.getByRole('link', { name: '/press', exact: true }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
  await plain
    .getByRole('navigation', { name: 'Parts of the page' })
    .getByRole('link', { name: /^Title / })
    .click()
  await plain.getByLabel('Lead').fill('Facts for people who write about us. See [the cart](/no-such-page).')
  await plain.getByRole('button', { name: 'Save draft' }).click()
  await expect(plain.getByText('Saved in the draft.')).toBeVisible()
  await expect(plain.getByRole('link', { name: 'The shop has no page at /no-such-page.' })).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await plain.getByLabel('Lead').fill('Facts for people who write about us, in the dark.')
  await plain.getByRole('button', { name: 'Save draft' }).click()
  const frame = plain.frameLocator('iframe')
  await expect(frame.getByText('Facts for people who write about us, in the dark.')).toBeVisible()
  const background = () =>
    frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--bg').trim())
  const light = await background()
  await plain.getByRole('link', { name: 'Dark', exact: true }).click()
  expect(await background()).not.toBe(light)
  await plain.getByRole('link', { name: '1440', exact: true }).click()
  expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(1440)
  // Fonts are those of the shop, in a frame that has an origin of its own.
  expect(
    await frame.locator('html').evaluate(() => [origin, document.fonts.check("16px 'Instrument Sans'")]),
  ).toEqual(['null', true])
  await plain.getByRole('button', { name: 'Publish' }).click()
  await expect(plain.getByText('Published. Every visitor sees it now.')).toBeVisible()
  const stranger = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await stranger.goto('/press')
  await expect(stranger.getByText('in the dark.')).toBeVisible()

  await page.goto('/desk/pages/press/versions')
  await expect(page.locator('ins').first()).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.goto('/desk/uploads')
  await expectFineAtBothSizes(page)
  await page.goto('/desk/pages')
  await expectFineAtBothSizes(page)
})

test('an item is added to a list and moved before anything is saved, and of two editors the second sees both texts', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'operations', 'Omar Lists')
  await page.goto('/desk/pages/target')
  const tree = page.getByRole('navigation', { name: 'Parts of the page' })
  await tree
    .getByRole('link', { name: /^Accordion/ })
    .first()
    .click()
  const titles = page.getByLabel('Title', { exact: true })
  const before = await titles.count()
  await page.getByRole('button', { name: 'Add one: Items' }).click()
  await expect(page.getByText('It is not saved yet.')).toBeFocused()
  await expect(titles).toHaveCount(before + 1)
  await titles.last().fill('Is it wrapped?')
  await page.getByLabel('Text', { exact: true }).last().fill('In paper.')
  await page.getByRole('button', { name: `Move up: Items ${before + 1}` }).click()
  await expect(titles.nth(before - 1)).toHaveValue('Is it wrapped?')
  const second = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await joinDesk(second, shop, 'marketing', 'Mira Lists')
  await second.goto(page.url())
  await second.getByLabel('Title', { exact: true }).first().fill('Hers')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved in the draft.')).toBeFocused()
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(second.getByRole('heading', { name: 'Changed by Omar Lists meanwhile' })).toBeVisible()
  await expect(second.getByLabel('Title', { exact: true }).first()).toHaveValue('Hers')
  await expect(second.locator('del').first()).toBeVisible()
  await expectFineAtBothSizes(second)
  await second.getByRole('button', { name: 'Save mine, in place of what Omar Lists saved' }).click()
  await expect(second.getByText('Saved in the draft.')).toBeFocused()
})
