import sharp from 'sharp'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { expect, test } from './running-shop.ts'

test('a page is edited without scripts, previewed in dark mode and on a wide screen, and published for visitors', async ({
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
  const frame = plain.frameLocator('iframe')
  await plain.getByLabel('Lead').fill('Facts that nobody has saved.')
  await plain.getByRole('button', { name: 'Preview, without saving' }).click()
  await expect(frame.getByText('Facts that nobody has saved.')).toBeVisible()
  await expect(frame.getByText('As it is typed. It is not saved yet.')).toBeVisible()
  await plain.getByLabel('Lead').fill('Facts for people who write about us, in the dark.')
  await plain.getByRole('button', { name: 'Save draft' }).click()
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

test('an item is added to a list and moved before saving, and the second of two editors sees both texts', async ({
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
  await expect(second.locator('mark').first()).toBeVisible()
  // The preview is of what is typed; its frame takes the place of the first one when it is there.
  const frame = second.frameLocator('iframe[data-desk-preview-shown]')
  await expect(frame.getByText('Hers').first()).toBeVisible()
  await expectFineAtBothSizes(second)
  await second.getByRole('button', { name: 'Save mine, in place of what Omar Lists saved' }).click()
  await expect(second.getByText('Saved in the draft.')).toBeFocused()
})

test('the preview follows typing in the edited block, and unsaved text survives closing the tab', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Types')
  await page.goto('/desk/pages/subscription-terms')
  const tree = page.getByRole('navigation', { name: 'Parts of the page' })
  const paragraphs = tree.getByRole('link', { name: /^Paragraph / })
  await paragraphs.last().click()
  const address = page.url()
  // The next one loads beside it until it is there.
  const shown = 'iframe[data-desk-preview-shown]'
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.pressSequentially(' And so on.')
  const frame = page.frameLocator(shown)
  const expectSeen = async (words: string) =>
    expect
      .poll(() =>
        frame.getByText(words).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return top < innerHeight && bottom > 0
        }),
      )
      .toBe(true)
  await expectSeen('And so on.')
  const steps = await page.evaluate(() => history.length)
  await text.pressSequentially(' And so forth.')
  await expectSeen('And so on. And so forth.')
  // No step of the browser's way back is a key.
  expect(await page.evaluate(() => history.length)).toBe(steps)
  await expect(page.locator('iframe')).toHaveCount(1)
  await text.fill('')
  await expect(frame.getByText('What is typed cannot be shown yet:')).toBeVisible()

  // The tab is closed, and nothing was saved.
  await text.fill('Written before the train left.')
  const later = await page.context().newPage()
  await page.close()
  await later.goto(address)
  await expect(later.getByRole('textbox', { name: 'Text', exact: true })).not.toHaveValue(/train/)
  await later.getByRole('button', { name: 'Put it into the form' }).click()
  const again = later.getByRole('textbox', { name: 'Text', exact: true })
  await expect(again).toHaveValue('Written before the train left.')
  await expect(later.frameLocator(shown).getByText('Written before the train left.')).toBeVisible()
  await expectFineAtBothSizes(later)
  await later.getByRole('button', { name: 'Save draft' }).click()
  await expect(later.getByText('Saved in the draft.')).toBeFocused()
  // What is typed after that is not saved, whatever the address said.
  await again.fill('Written on the train.')
  await later.reload()
  await later.getByRole('button', { name: 'Drop it' }).click()
  await later.reload()
  await expect(later.getByRole('button', { name: 'Drop it' })).toBeHidden()
})

test('an image is cropped by dragging or by keys, and keeps its focal point visible', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'marketing', 'Mira Crops')
  await page.goto('/desk/uploads')
  const picture = { width: 1000, height: 800, channels: 3, background: '#884422' } as const
  const buffer = await sharp({ create: picture }).png().toBuffer()
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'field.png', mimeType: 'image/png', buffer })
  const corner = page.getByRole('button', { name: 'Part that is shown: change its size' })
  await expect(corner).toBeVisible()
  await expectFineAtBothSizes(page)
  const shown = await page.getByRole('img', { name: 'The chosen file' }).boundingBox()
  const from = await corner.boundingBox()
  if (!shown || !from) throw new Error('nothing is shown')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - shown.width / 4, y - shown.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByLabel('Width')).toHaveValue('75')
  await expect(page.getByLabel('Height')).toHaveValue('50')
  await corner.press('Shift+ArrowLeft')
  await corner.press('ArrowRight')
  await expect(page.getByRole('status')).toContainText('66% by 50%')
  await page.getByRole('button', { name: 'Part that is shown: move it' }).press('Shift+ArrowDown')
  await expect(page.getByLabel('From the top')).toHaveValue('10')
  const point = page.getByRole('button', { name: 'Point that stays in sight: move it' })
  // A tenth of the picture is a fifth of the part.
  await point.press('Shift+ArrowUp')
  await expect(page.getByLabel('From its top')).toHaveValue('30')
  // The numbers lead, too.
  await page.getByLabel('From its left').fill('100')
  await page.getByLabel('What is to be seen in it').fill('A brown field')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Stored. Its name for pages:')).toBeFocused()
  const name = await page.locator('code').first().innerText()
  expect(name).toMatch(/^u-[0-9a-f]{16}-660x400-f100x\d+$/)

  await page.goto('/desk/pages/microbiome')
  await page
    .getByRole('navigation', { name: 'Parts of the page' })
    .getByRole('link', { name: /^Title / })
    .click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  const image = page
    .frameLocator('iframe[data-desk-preview-shown]')
    .locator(`img[src*="${name.slice(0, 18)}"]`)
  await expect(image).toHaveCSS('object-position', /^100% \d+%$/)
})
