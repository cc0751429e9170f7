import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a campaign is written, targeted and previewed without scripts, and its pages fit phones and wide screens', async ({
  page,
  shop,
  browser,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Letters')
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    colorScheme: null,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/desk/newsletters')
  await plain.getByRole('button', { name: 'New campaign' }).click()
  await plain.getByLabel('Subject', { exact: true }).fill('What cold does')
  await plain.getByLabel('Preview text').fill('Nothing bad')
  await plain.getByLabel('Heading', { exact: true }).fill('What cold does to a capsule')
  await plain.getByRole('button', { name: /^Add one/ }).click()
  await plain.getByLabel('Text', { exact: true }).fill('We left forty jars outside. [Read it](/cultured).')
  await plain.getByLabel(/^Kind of what is added/).selectOption('picture')
  await plain.getByRole('button', { name: /^Add one/ }).click()
  // What was typed before stays.
  await expect(plain.getByLabel('Subject', { exact: true })).toHaveValue('What cold does')
  await plain.getByLabel('Name', { exact: true }).fill('cut-ds')
  await plain.getByLabel('Description of the picture').fill('A jar')
  await plain.getByRole('button', { name: 'Save the draft' }).click()
  await expect(plain.getByText('Saved in the draft.')).toBeVisible()
  const frame = plain.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('What cold does to a capsule')
  const background = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(await background()).toBe('rgb(244, 245, 241)')
  expect(
    await frame.locator('img').evaluate((img) => 'naturalWidth' in img && img.naturalWidth),
  ).toBeGreaterThan(0)
  await plain.getByRole('link', { name: 'Dark', exact: true }).click()
  expect(await background()).toBe('rgb(21, 18, 14)')
  await plain.getByRole('link', { name: 'Wide, 600' }).click()
  expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(600)
  await plain.getByRole('link', { name: 'Plain text' }).click()
  await expect(plain.locator('pre')).toContainText('Read it (')
  const address = new URL(plain.url()).pathname
  await plain.goto(`${address}/audience`)
  await plain.getByLabel('Countries').fill('us, ca')
  await plain.getByRole('button', { name: 'Save and count' }).click()
  await expect(plain.getByText('Saved in the draft, and counted.')).toBeVisible()
  await plain.goto(`${address}/send`)
  await plain.getByRole('button', { name: 'Send a test copy' }).click()
  await expect(plain.getByText('A test copy is on its way.')).toBeVisible()
  for (const path of [address, `${address}/send`, `${address}/results`, '/desk/suppressions']) {
    await page.goto(path)
    await expectFineAtBothSizes(page)
  }
})
