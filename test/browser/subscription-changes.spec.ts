import type { Page } from '@playwright/test'
import { longDay } from './buying.ts'
import { fact, openAsJune, section, signInAsJune, undo } from './june.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

const monthNames = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July',
  'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

/** The date that a fact begins with. */
const dateIn = (words: string): Temporal.PlainDate => {
  const [, month = '', day = '', year = ''] = /^(\w+) (\d+), (\d{4})/.exec(words) ?? []
  return Temporal.PlainDate.from({
    year: Number(year),
    month: monthNames.indexOf(month) + 1,
    day: Number(day),
  })
}

const nextOrder = async (page: Page, product: string): Promise<Temporal.PlainDate> =>
  dateIn(await fact(page, product, 'Next order date').innerText())

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('skipping shows the order after it first, takes two clicks, and can be undone', async ({ page }) => {
      await signInAsJune(page)
      const next = await nextOrder(page, 'VS-01')

      await page.getByRole('link', { name: 'Skip, VS-01' }).click()
      const result = page.getByRole('region', { name: 'What changes' })
      const shown = await result.getByRole('heading', { level: 2 }).innerText()
      const after = dateIn(shown.replace('Next order, ', ''))
      // A month on; from the end of a month it may be a few days more or less.
      const days = next.until(after, { largestUnit: 'days' }).days
      expect(days >= 28 && days <= 31).toBe(true)
      await expect(result.locator('h3 + ul > li')).toHaveCount(3)
      // 39.99 and the sample tax of California, 7.25 %: 2.90.
      await expect(result).toContainText('$2.90')
      const skip = page.getByRole('button', { name: /^Skip/ })
      await expect(result).toContainText('Next charge: $42.89 on')
      if (javaScriptEnabled) await expectAccessible(page)
      await skip.click()

      await expect(page.getByRole('main').getByRole('status')).toContainText('Skipped your ')
      expect(await nextOrder(page, 'VS-01')).toEqual(after)
      await undo(page)
      expect(await nextOrder(page, 'VS-01')).toEqual(next)
      await expect(page.getByRole('region', { name: 'History' })).toContainText('By you, undone')
    })

    test('a refused address keeps the typed text, and a valid one is previewed before it applies', async ({
      page,
    }) => {
      await openAsJune(page)
      await section(page, 'VS-01').getByText('Plan, address and card').click()
      await section(page, 'VS-01').getByRole('link', { name: 'Edit the address' }).click()
      await page.getByLabel('City').fill('Portland')
      await page.getByLabel('State').selectOption('Oregon')
      await page.getByLabel('Zip code').fill('97')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Kindly enter your zip code')
      await expect(page.getByLabel('City')).toHaveValue('Portland')
      await expect(page.getByLabel('Zip code')).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expectAccessible(page)

      await page.getByLabel('Zip code').fill('97205')
      await page.getByRole('button', { name: 'Preview' }).click()
      // Oregon has no tax.
      const ship = page.getByRole('button', { name: /^Ship to this address/ })
      await expect(page.getByText('Next charge: $39.99 on')).toBeVisible()
      await ship.click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('Changed the address')
      await expect(fact(page, 'VS-01', 'Ships to')).toContainText('Portland')
      await undo(page)
      await expect(fact(page, 'VS-01', 'Ships to')).toContainText('Oakland')
    })

    test('totals that changed meanwhile are shown again before anything is changed', async ({
      page,
      context,
    }) => {
      await openAsJune(page)
      const next = await nextOrder(page, 'VS-01')
      await page.getByRole('link', { name: 'Skip, VS-01' }).click()

      const elsewhere = await context.newPage()
      await elsewhere.goto('/account/subscriptions')
      await section(elsewhere, 'VS-01')
        .getByRole('link', { name: /^Manage/ })
        .click()
      await elsewhere.getByRole('link', { name: 'Quantity, VS-01' }).click()
      await elsewhere.getByLabel('How many').selectOption('2')
      // With scripts it is shown at once: the second click makes the change.
      if (!javaScriptEnabled) await elsewhere.getByRole('button', { name: 'Preview' }).click()
      await elsewhere.getByRole('button', { name: /^Change to 2/ }).click()
      await expect(elsewhere.getByRole('main').getByRole('status')).toContainText(
        'Changed the quantity from 1 to 2',
      )

      const skip = page.getByRole('button', { name: /^Skip/ })
      await skip.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        'This has changed since you last saw it',
      )
      // 79.98 and 7.25 %: 5.80.
      await expect(page.getByText('Next charge: $85.78 on')).toBeVisible()
      await page.goto('/account/subscriptions')
      expect(await nextOrder(page, 'VS-01')).toEqual(next)

      await undo(elsewhere)
    })
  })
}

test.describe('at the keyboard', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the order date is moved, and moved back', async ({ page }) => {
    await openAsJune(page)
    const next = await nextOrder(page, 'VS-01')
    const later = next.add({ days: 5 })
    await page.getByRole('link', { name: 'Change date, VS-01' }).focus()
    await page.keyboard.press('Enter')

    await expect(page.getByLabel('New date')).toHaveValue(next.toString())
    await page.getByLabel('New date').focus()
    const digits = `${later.month}`.padStart(2, '0') + `${later.day}`.padStart(2, '0') + `${later.year}`
    await page.keyboard.type(digits)
    await page.keyboard.press('Enter')

    const result = page.getByRole('region', { name: 'What changes' })
    await expect(result).toContainText(`Next order, ${longDay(later)}`)
    const move = page.getByRole('button', { name: /^Move to/ })
    for (;;) {
      await page.keyboard.press('Tab')
      if (await move.evaluate((button) => button === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('status')).toContainText('Moved your next order')
    expect(await nextOrder(page, 'VS-01')).toEqual(later)
    await undo(page)
    expect(await nextOrder(page, 'VS-01')).toEqual(next)
  })

  test('a day of the calendar is a link to the same preview', async ({ page }) => {
    await openAsJune(page)
    const later = (await nextOrder(page, 'VS-01')).add({ days: 3 })
    await page.getByRole('link', { name: 'Change date, VS-01' }).click()
    const day = page.getByRole('link', { name: longDay(later) })
    if (!(await day.isVisible())) {
      await page.getByRole('link', { name: `${monthNames[later.month - 1]} ${later.year}` }).click()
    }
    await day.press('Enter')
    await expect(page.getByLabel('New date')).toHaveValue(later.toString())
    await expect(page.getByText('Next charge: $42.89')).toBeVisible()
  })
})

/** The page of a subscription and of everything that can be done with it. */
const everyPage = async (page: Page): Promise<string[]> => {
  await openAsJune(page)
  await section(page, 'DS-01')
    .getByRole('link', { name: /^Manage/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
  const hrefs = await page
    .getByRole('main')
    .locator('a[href*="/account/subscriptions/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(10)
  return [page.url(), ...hrefs]
}

for (const width of [320, 1440]) {
  test(`no action page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const href of await everyPage(page)) {
      await page.goto(href)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('every action page is accessible and has one primary button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const href of await everyPage(page)) {
    await page.goto(href)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await page.locator('main [name="step"]').count(), href).toBeLessThanOrEqual(1)
  }
})

test('a choice made before the preview script loaded is previewed when the script loads', async ({
  page,
}) => {
  const { promise: chosen, resolve } = Promise.withResolvers<void>()
  await page.route(/shown-at-once/, async (route) => {
    await chosen
    await route.continue()
  })
  await openAsJune(page)
  await page
    .getByRole('link', { name: /^Manage/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /^Quantity/ })
    .first()
    .click()
  await page.getByLabel('How many').selectOption('2')
  resolve()
  await expect(page.getByRole('button', { name: /^Change to 2/ })).toBeVisible()
})
