import type { Page } from '@playwright/test'
import { expectFineAtBothSizes, joinDesk } from './desk-person.ts'
import { shopCommand } from './operator.ts'
import { memberByApi } from './member-by-api.ts'
import { expect, test as withShop } from './running-shop.ts'
import { openShop } from './shop-child.ts'
import type { RunningShop } from './shop-child.ts'

/** A shop of its own, with so many orders that a list of them is never drawn as a whole. */
const test = withShop.extend<object, { readonly shop: RunningShop }>({
  shop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads here which other fixtures this one needs
    async ({}, use) =>
      openShop(async (shop) => {
        await shopCommand(shop, 'demo', '--orders', '500', '--members', '500')
        await use(shop)
      }),
    { scope: 'worker', timeout: 600_000 },
  ],
})

// One shop is filled for all of them.
test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('table[data-desk-rows] tbody tr:not([aria-hidden])')
const foot = (page: Page) => page.locator('[data-desk-foot] > div')
const bar = (page: Page) => page.getByRole('form', { name: 'Chosen orders' })
const numberAt = (page: Page, row: number) => page.locator(`tr[aria-rowindex="${row + 1}"] th a`)

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

/** Goes on until so many rows are loaded, and answers how many were drawn at most. */
const loadUntil = async (page: Page, count: number): Promise<number> => {
  let most = 0
  await expect(async () => {
    await scrollToEnd(page)
    most = Math.max(most, await rows(page).count())
    expect(Number(/^\d+/.exec(await foot(page).innerText())?.[0])).toBeGreaterThanOrEqual(count)
  }).toPass({ intervals: [100] })
  return most
}

test('scrolling loads more of a list, only visible rows are rendered, and hidden rows keep their space', async ({
  page,
  shop,
}) => {
  await joinDesk(page, shop, 'operations', 'Ines Lists')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 664 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/desk/orders')
    await expect(rows(page)).toHaveCount(50)
    const first = await numberAt(page, 1).innerText()
    await numberAt(page, 20).scrollIntoViewIfNeeded()
    const middle = await numberAt(page, 20).innerText()
    const topOf = () =>
      page.evaluate((at) => {
        const row = document.querySelector(`tr[aria-rowindex="${at}"]`)
        return row ? Math.round(row.getBoundingClientRect().top + scrollY) : null
      }, 21)
    const before = await topOf()
    expect(await loadUntil(page, 400)).toBeLessThanOrEqual(250)
    // Far from the window: taken out, and back where it was.
    await expect(numberAt(page, 1)).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(numberAt(page, 1)).toHaveText(first)
    await expect(numberAt(page, 20)).toHaveText(middle)
    expect(await topOf()).toBe(before)
    expect(await rows(page).count()).toBeLessThanOrEqual(250)
  }
  await expectFineAtBothSizes(page)
})

test('J and K move across the pages of a list; focus and selection stay while rows are out of sight', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'operations', 'Kim Lists')
  await page.goto('/desk/orders')
  for (let press = 0; press < 53; press += 1) await page.keyboard.press('j')
  await expect(numberAt(page, 53)).toBeFocused()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('k')
  await expect(numberAt(page, 48)).toBeFocused()
  const chosen = await numberAt(page, 48).innerText()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  await loadUntil(page, 400)
  // Somebody works in this row: it is not taken out.
  await expect(numberAt(page, 48)).toBeFocused()
  await numberAt(page, 390).focus()
  await scrollToEnd(page)
  await expect(numberAt(page, 48)).toHaveCount(0)
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await expect(bar(page)).not.toContainText('not in this view')
  // What is not drawn is sent too.
  await page.keyboard.press('h')
  await expect(page.getByText('2 chosen, one by one')).toBeVisible()
  await expect(page.getByRole('link', { name: chosen })).toBeVisible()
  await page.goto('/desk/orders')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await loadUntil(page, 300)
  await numberAt(page, 290).focus()
  await scrollToEnd(page)
  await expect(numberAt(page, 1)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.locator('tr[aria-rowindex="2"] input')).not.toBeChecked()
})

test('without scripts the pages of a list are links, forward and back', async ({ page, shop, browser }) => {
  await joinDesk(page, shop, 'operations', 'Dario Lists')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/desk/orders')
  const first = await plain.getByRole('rowheader').first().innerText()
  await plain.getByRole('link', { name: 'Older' }).click()
  await expect(plain.getByRole('rowheader').first()).not.toHaveText(first)
  await plain.getByRole('link', { name: 'Newer' }).click()
  await expect(plain.getByRole('rowheader').first()).toHaveText(first)
  await context.close()
})

test('Space previews a row beside the list, and J in an opened order goes to the next one of the list', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'operations', 'Lea Lists')
  await page.goto('/desk/orders?sort=total')
  const [one, two] = [await numberAt(page, 1).innerText(), await numberAt(page, 2).innerText()]
  const panel = page.getByRole('complementary', { name: 'Look at the row' })
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(panel.getByRole('heading', { level: 2, name: one })).toBeVisible()
  await expect(panel.getByRole('status')).toHaveText(`${one} is shown beside the list.`)
  await expect(panel.locator('form, [data-desk-key]')).toHaveCount(0)
  await expect(numberAt(page, 1)).toBeFocused()
  await page.keyboard.press('j')
  await expect(panel.getByRole('heading', { level: 2, name: two })).toBeVisible()
  await expectFineAtBothSizes(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  // A box is checked by Space, as everywhere.
  await page.locator('tr[aria-rowindex="2"] input').focus()
  await page.keyboard.press('Space')
  await expect(panel).toBeHidden()
  await expect(bar(page)).toContainText('1 selected')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tag orders')
  await page.getByLabel('Tag').fill('small box')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status')).toHaveText('Tagged 1 order as small box.')
  await expectFineAtBothSizes(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toHaveText('The tag small box is removed from 1 order.')
  await page.goto('/desk/orders?sort=total')
  await numberAt(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: one })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: two })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: one })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('status')).toHaveText('This is the first order of the list.')
  await page.keyboard.press('t')
  await expect(page.getByLabel('Add a tag')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectFineAtBothSizes(page)
  await page.getByRole('link', { name: 'Orders' }).last().click()
  await page.waitForURL('**/desk/orders?sort=total')
})

test('going back from an order far down restores the position in the list', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'support', 'Bo Lists')
  await page.goto('/desk/orders')
  await loadUntil(page, 200)
  const number = await numberAt(page, 170).innerText()
  await numberAt(page, 170).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: number })).toBeAttached()
})

test('“n new orders” appears at the top without moving rows, and its link shows the new orders', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await joinDesk(page, shop, 'support', 'Sam Lists')
  // Every answer is held until the test lets it go.
  const held: (() => Promise<void>)[] = []
  await page.route('**/api/desk/orders/newer/**', async (route) => {
    held.push(() => route.continue())
  })
  await page.clock.install()
  await page.goto('/desk/orders')
  const note = page.locator('[data-desk-newer]')
  const first = await numberAt(page, 1).innerText()
  const places = () =>
    rows(page).evaluateAll((all) => all.map((row) => [row.textContent, row.getBoundingClientRect().top]))
  await page.keyboard.press('j')
  const before = await places()
  await memberByApi(shop)
  await memberByApi(shop)
  await page.clock.runFor(20_000)
  await expect.poll(() => held.length).toBe(1)
  await expect(note).toBeHidden()
  // No second question while one is not answered.
  await page.clock.runFor(60_000)
  expect(held).toHaveLength(1)
  await held[0]?.()
  await expect(note).toBeVisible()
  await expect(note).toContainText('2 new orders')
  expect(await places()).toEqual(before)
  await expect(numberAt(page, 1)).toBeFocused()
  // What another one changes is underlined where it is, until it is looked at.
  const waiting = rows(page).filter({ hasText: 'to pack' }).first().locator('th a')
  const number = await waiting.innerText()
  const changed = page.locator('td[data-desk-changed]')
  const other = await page.context().newPage()
  await other.goto(`/desk/orders/${number}`)
  await other.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await other.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(other.getByRole('status')).toContainText('The order is shipped')
  await other.close()
  await page.clock.runFor(30_000)
  await expect(changed).toHaveText('shipped')
  await expect(page.getByText('1 order has changed: underlined')).toBeVisible()
  expect((await places()).map(([, top]) => top)).toEqual(before.map(([, top]) => top))
  const own = rows(page).getByRole('link', { name: number, exact: true })
  await own.focus()
  // It may have had the focus when it changed.
  await page.keyboard.press('j')
  await expect(own).not.toBeFocused()
  await expect(changed).toHaveCount(0)
  await note.getByRole('link', { name: 'Show' }).click()
  await expect(numberAt(page, 3)).toHaveText(first)
})
