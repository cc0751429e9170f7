import type { Page } from '@playwright/test'
import { expectFine, expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { memberByApi } from './member-by-api.ts'
import { expect, test } from './running-shop.ts'
import type { RunningShop } from './shop-child.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const boxesOf = (page: Page) => page.getByRole('checkbox', { name: /^Select order / })
const bar = (page: Page) => page.getByRole('form', { name: 'Chosen orders' })

/** Orders that wait to be packed, for tests that choose so many. */
const buy = async (shop: RunningShop, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await memberByApi(shop)
}

/** Waits for the result of an action on a page that only loads when it is told to. */
const untilDone = async (page: Page): Promise<void> => {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('It is done.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('without scripts orders are selected by checkboxes, previewed, held and released', async ({
  page,
  shop,
  browser,
}) => {
  await buy(shop, 3)
  await joinDesk(page, shop, 'operations', 'Dario Boxes')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  for (const size of sizes) {
    await plain.setViewportSize(size)
    await plain.goto('/desk/orders?state=to-ship')
    await expect(bar(plain)).toBeHidden()
    await boxesOf(plain).nth(0).check()
    await boxesOf(plain).nth(1).check()
    await bar(plain).getByRole('button', { name: 'Hold…' }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Hold 2 orders')
    await plain.getByLabel('Reason').fill('The lot is checked')
    await plain.getByRole('button', { name: 'Hold 2 orders' }).click()
    await untilDone(plain)
    // The same two, by a filter: everything that is on hold and nothing else.
    await plain.goto('/desk/orders?state=on-hold&sort=placed')
    await plain.getByRole('checkbox', { name: 'All on this page' }).check()
    await bar(plain)
      .getByRole('link', { name: /^Select all / })
      .click()
    await expect(bar(plain)).toContainText('All selected')
    await bar(plain).getByRole('button', { name: 'Release…' }).click()
    await plain.getByLabel('Reason').fill('The lot is fine')
    await plain.getByRole('button', { name: /^Release / }).click()
    await untilDone(plain)
  }
  await context.close()
})

test('selections, totals and selections on other pages are shown, and the pages are accessible at both sizes', async ({
  page,
  shop,
}) => {
  await buy(shop, 6)
  await joinDesk(page, shop, 'operations', 'Ines Boxes')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto('/desk/orders')
    await boxesOf(page).nth(0).check()
    await boxesOf(page).nth(2).check()
    await expect(bar(page)).toContainText('2 selected')
    await boxesOf(page)
      .nth(5)
      .click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('5 selected')
    await expectFine(page)
    // Another filter, and back: what was chosen stays.
    await page.goto('/desk/orders?q=nobody%40example.com')
    await page.goto('/desk/orders?country=NZ')
    await page.goto('/desk/orders?sort=placed')
    await expect(bar(page)).toContainText('5 selected')
    await bar(page).getByRole('link', { name: 'Clear' }).click()
    await expect(bar(page)).toBeHidden()
  }
  await page.goto('/desk/orders?state=to-ship')
  await boxesOf(page).nth(0).check()
  await bar(page).getByRole('button', { name: 'Put into a batch…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put 1 order into a batch')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Put 1 order into a batch' }).click()
  // The page follows by itself.
  await expect(page.getByText('It is done.')).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: /^Open batch / }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Batch')
  await page.goto('/desk/orders')
  await expect(bar(page)).toBeHidden()
  await page.goto('/desk/orders/bulk')
  await expectFineAtBothSizes(page)
})

test('by keyboard alone rows are selected, an action is prepared and confirmed, and shortcuts are shown', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await buy(shop, 3)
  await joinDesk(page, shop, 'operations', 'Kim Keys')
  await page.goto('/desk/orders?state=to-ship')
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  for (const key of ['x', 'h']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hold 1 order')
  await page.getByLabel('Reason').focus()
  await page.keyboard.type('jxgo, and a reason')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('It is done.')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL('**/desk/orders')
  await page.keyboard.press('f')
  await expect(page.getByLabel('Number or email')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys of this page' })
  await expect(keys).toContainText('Number or email')
  await expectFineAtBothSizes(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await keys.getByLabel('Use shortcuts of a single key').uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  // Switched off: no key does anything, and the button still shows them.
  for (const key of ['j', 'x', 'f', '?']) await page.keyboard.press(key)
  await expect(keys).toBeHidden()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('button', { name: 'Keys' }).click()
  await keys.getByLabel('Use shortcuts of a single key').check()
  await page.keyboard.press('Escape')
  await page.goto('/desk/orders?state=to-ship')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Refund…' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Write a note')).toBeFocused()
  await page.keyboard.type('r is only typed here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.waitForURL('**/address?list=*')
  await page.goBack()
  await page.keyboard.press('r')
  await page.waitForURL('**/refund?list=*')
})
